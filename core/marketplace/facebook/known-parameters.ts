const digits = /^\d{1,12}$/;
const decimal = /^-?\d{1,3}(\.\d{1,12})?$/;
const word = /^[A-Za-z0-9_,-]{1,80}$/;

/**
 * The search parameters the marketplace understands, in the order in which a normalised link carries them.
 */
export const knownParameters: [name: string, shape: RegExp | 'text'][] = [
  ['query', 'text'],
  ['minPrice', digits],
  ['maxPrice', digits],
  ['minYear', digits],
  ['maxYear', digits],
  ['minMileage', digits],
  ['maxMileage', digits],
  ['make', word],
  ['model', word],
  ['carType', word],
  ['vehicleBodyType', word],
  ['topLevelVehicleType', word],
  ['transmissionType', word],
  ['fuelType', word],
  ['vehicleFuelType', word],
  ['sellerType', word],
  ['itemCondition', word],
  ['deliveryMethod', word],
  ['availability', word],
  ['sortBy', word],
  ['daysSinceListed', digits],
  ['radius', digits],
  ['radiusKM', digits],
  ['latitude', decimal],
  ['longitude', decimal],
  ['exact', word],
  ['category_id', digits],
];
