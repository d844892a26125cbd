import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { formatDate, formatMileage } from '../../i18n/format.ts';

/** A field of the contract: its name in Danish and English, and what is known of it. Lines: the height of its box. */
type Field = { name: string; da: string; en: string; value?: string; lines?: number; half?: true };
type Section = { da: string; en: string; fields: Field[] };

const personOf = (who: 'seller' | 'buyer'): Field[] => [
  { name: `${who}_name`, da: 'Navn', en: 'Name', half: true },
  { name: `${who}_phone`, da: 'Telefon og e-mail', en: 'Phone and e-mail', half: true },
  { name: `${who}_address`, da: 'Adresse', en: 'Address' },
];

const day = (value: string | null): string => (value === null ? '' : formatDate(value, 'da'));

/**
 * The purchase contract of a used car with the fields that are usual in Denmark: the facts that ad and register name are filled
 * in, everything about people, price and terms is left empty.
 */
export function contractSections(car: WireCarDetail): Section[] {
  const { brand, model, variant, plate, mileage } = car;
  const name = [brand, model, variant].filter(Boolean).join(' ') || car.title;
  return [
    { da: 'Sælger', en: 'Seller', fields: personOf('seller') },
    { da: 'Køber', en: 'Buyer', fields: personOf('buyer') },
    {
      da: 'Bilen',
      en: 'The car',
      fields: [
        { name: 'car', da: 'Mærke, model og variant', en: 'Make, model and variant', value: name },
        { name: 'plate', da: 'Registreringsnummer', en: 'Number plate', value: plate ?? '', half: true },
        { name: 'chassis_number', da: 'Stelnummer', en: 'Chassis number', half: true },
        {
          name: 'first_registration',
          da: 'Første registrering',
          en: 'First registration',
          value: day(car.foerste_registrering_dato),
          half: true,
        },
        {
          name: 'mileage_ad',
          da: 'Kilometer ifølge annoncen',
          en: 'Mileage according to the ad',
          value: mileage === null ? '' : formatMileage(mileage),
          half: true,
        },
        {
          name: 'last_inspection',
          da: 'Seneste syn',
          en: 'Last inspection',
          value: day(car.sidste_syn),
          half: true,
        },
        {
          name: 'mileage_handover',
          da: 'Kilometer ved overdragelsen',
          en: 'Mileage at handover',
          half: true,
        },
        { name: 'faults', da: 'Fejl, som sælger har oplyst', en: 'Faults that the seller named', lines: 3 },
        {
          name: 'accessories',
          da: 'Hvad der følger med (nøgler, hjul, servicebog)',
          en: 'What comes with it (keys, wheels, service book)',
          lines: 2,
        },
      ],
    },
    {
      da: 'Pris og betaling',
      en: 'Price and payment',
      fields: [
        { name: 'price', da: 'Aftalt pris i kroner', en: 'Agreed price in kroner', half: true },
        { name: 'payment', da: 'Hvordan og hvornår der betales', en: 'How and when it is paid', half: true },
        {
          name: 'debt',
          da: 'Restgæld i bilen: beløb, långiver og hvem der indfrier den (eller ”ingen”)',
          en: 'Debt in the car: amount, lender and who pays it off (or “none”)',
        },
      ],
    },
    {
      da: 'Vilkår',
      en: 'Terms',
      fields: [
        {
          name: 'handover',
          da: 'Overtages, dato og klokkeslæt',
          en: 'Taken over, date and time',
          half: true,
        },
        { name: 'reregistered_by', da: 'Omregistreres af', en: 'Re-registered by', half: true },
        {
          name: 'terms',
          da: 'Hvad der ellers er aftalt, også om retten til at reklamere',
          en: 'What else was agreed, also about the right to complain',
          lines: 3,
        },
      ],
    },
    {
      da: 'Underskrifter',
      en: 'Signatures',
      fields: [
        {
          name: 'seller_signed',
          da: 'Sælger, dato og underskrift',
          en: 'Seller, date and signature',
          half: true,
        },
        {
          name: 'buyer_signed',
          da: 'Køber, dato og underskrift',
          en: 'Buyer, date and signature',
          half: true,
        },
      ],
    },
  ];
}

const a4 = { width: 595, height: 842 };
const margin = 42;
const ink = rgb(0.1, 0.1, 0.1);
const grey = rgb(0.42, 0.42, 0.42);
const gap = 10;
const lineHeight = 19;

/** A text without the characters that the fonts of every PDF reader lack, such as pictures in an ad's title. */
const writable = (text: string, font: PDFFont): string => {
  const known = new Set(font.getCharacterSet());
  return [...text].filter((letter) => known.has(letter.codePointAt(0)!)).join('');
};

type Fonts = { plain: PDFFont; bold: PDFFont };

/** Danish in ink, and the English of it in grey behind. */
function writeLabel(
  page: PDFPage,
  { plain, bold }: Fonts,
  at: [number, number, number],
  words: [string, string],
) {
  const [x, y, size] = at;
  const [da, en] = words;
  page.drawText(da, { x, y, size, font: bold, color: ink });
  page.drawText(en, { x: x + bold.widthOfTextAtSize(da, size) + 4, y, size, font: plain, color: grey });
}

/** One page of A4 with fields that can be filled in on a screen or by hand. `readOn`: the day of the ad, "YYYY-MM-DD". */
export async function purchaseContract(car: WireCarDetail, readOn: string): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const fonts = {
    plain: await file.embedFont(StandardFonts.Helvetica),
    bold: await file.embedFont(StandardFonts.HelveticaBold),
  };
  file.setTitle('Slutseddel');
  file.setLanguage('da');
  const page = file.addPage([a4.width, a4.height]);
  const form = file.getForm();
  const full = a4.width - 2 * margin;
  const half = (full - gap) / 2;
  let y = a4.height - margin - 14;
  writeLabel(page, fonts, [margin, y, 16], ['Slutseddel', 'Purchase contract for a used car']);
  y -= 22;
  for (const section of contractSections(car)) {
    writeLabel(page, fonts, [margin, y, 10], [section.da, section.en]);
    y -= 14;
    let isRight = false;
    for (const [place, { name, da, en, value = '', lines = 1, half: isHalf }] of section.fields.entries()) {
      const [x, width] = [isRight ? margin + half + gap : margin, isHalf ? half : full];
      const height = lines * lineHeight;
      writeLabel(page, fonts, [x, y, 7], [da, en]);
      const field = form.createTextField(name);
      if (lines > 1) field.enableMultiline();
      field.setText(writable(value, fonts.plain));
      field.addToPage(page, {
        ...{ x, y: y - height - 3, width, height },
        ...{ borderWidth: 0.5, borderColor: grey, textColor: ink, font: fonts.plain },
      });
      field.setFontSize(10);
      const isNextRight: boolean = isHalf === true && !isRight && section.fields[place + 1]?.half === true;
      if (!isNextRight) y -= height + 13;
      isRight = isNextRight;
    }
    y -= 6;
  }
  const notes = [
    `Bilens oplysninger er fra annonce og register, set ${formatDate(readOn, 'da')}. Hold dem op mod registreringsattesten og bilen.`,
    `The car’s facts are from ad and register, seen ${formatDate(readOn, 'en')}. Compare them with the registration certificate and the car.`,
    'Bilfund formidler ikke handlen og gemmer ikke, hvad der skrives her. / Bilfund is no party to the sale and keeps nothing of this.',
  ];
  for (const [row, note] of notes.entries())
    page.drawText(note, { x: margin, y: y - row * 9, size: 7, font: fonts.plain, color: grey });
  form.updateFieldAppearances(fonts.plain);
  return file.save();
}
