/** The id of the script in which a page carries its data. */
export const dataScriptId = '__NEXT_DATA__';

/** The marks (`data-e2e`) that elements of an ad's page carry, and the heading above what its seller wrote. */
export const adMarks = {
  title: 'car-make-model-variant',
  price: 'car-retail-price',
  facts: [
    'car-facts-table-preview',
    'car-facts-table-collapsed',
    'model-information-table-preview',
    'model-information-table-collapsed',
  ],
  equipment: 'car-equipment-item',
  description: 'Beskrivelse',
} as const;
