import { nothingSaid, type SaidFields } from '#core/marketplace/ad/build-listing.ts';
import { plateInText } from '#core/marketplace/ad/plate-in-text.ts';
import { cleanLine } from '#core/marketplace/ad/text.ts';
import {
  isObject,
  type JsonObject,
  readArray,
  readAt,
  readString,
} from '#core/marketplace/page/json-read.ts';
import { walkObjects } from './embedded-json.ts';
import { labelKeys, valueKeys } from './row-keys.ts';

const mostLines = 60;

/** The fields of an item page that few ads have: what identifies the car, what it has, who sells it and where. */
export function readSaidFields(target: JsonObject): SaidFields {
  const vin = cleanLine(target.vehicle_identification_number, 40)?.replace(/[\s-]/g, '').toUpperCase() ?? '';
  return {
    ...nothingSaid,
    plate: plateIn(target.vehicle_registration_plate_information),
    vin: /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? vin : null,
    dealerName: cleanLine(target.dealership_name, 100),
    postalCode: readPostalCode(target),
    specifications: linesOf([...asList(target.vehicle_specifications), ...asList(target.vehicle_features)]),
    photoCaptions: readArray(target, 'listing_photos')
      .slice(0, mostLines)
      .map((photo) => cleanLine(readString(photo, 'accessibility_caption')))
      .filter((caption) => caption !== null),
  };
}

/** A text, or an object of which one text is the plate. */
function plateIn(raw: unknown): string | null {
  const texts: string[] = [];
  if (typeof raw === 'string') texts.push(raw);
  walkObjects(raw, (object) => {
    texts.push(...Object.values(object).filter((value) => typeof value === 'string'));
    return undefined;
  });
  return (
    texts
      .slice(0, mostLines)
      .map(plateInText)
      .find((plate) => plate !== null) ?? null
  );
}

function readPostalCode(target: JsonObject): string | null {
  const code = cleanLine(readAt(target, 'location', 'reverse_geocode', 'postal_code'), 12);
  return code && /^[A-Z0-9][A-Z0-9 -]{2,9}$/i.test(code) ? code : null;
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : isObject(value) ? [value] : []);

/** "Airbags", "Motor: 1,6 TDI": what a row says, however it is built. */
function linesOf(rows: readonly unknown[]): string[] {
  const lines = rows.slice(0, mostLines).map((row) => {
    if (typeof row === 'string') return cleanLine(row, 100);
    const said = (keys: string[]) => keys.map((key) => cleanLine(readAt(row, key), 60)).find((text) => text);
    return cleanLine([said(labelKeys), said(valueKeys)].filter(Boolean).join(': '), 100);
  });
  return [...new Set(lines.filter((line) => line !== null))];
}
