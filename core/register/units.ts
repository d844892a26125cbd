import type { Fuel } from '#core/marketplace/ad/listing.ts';

/** Metric horsepower of an engine in kW, as the papers of a Danish car round it (54 → 73, 200 → 272). */
export const horsepowerOfKw = (kw: number): number => Math.round(kw * 1.35962);

/** Litres of an engine from either unit: a value over 50 is cubic centimetres. One decimal. */
export function litresOf(value: number | null): number | null {
  if (value === null) return null;
  return Math.round((value > 50 ? value / 1000 : value) * 10) / 10;
}

/** The register's fuel names. */
export function fuelOf(name: string | null, isPlugin: boolean | null): Fuel | null {
  if (isPlugin) return 'plugin_hybrid';
  const text = (name ?? '').toLowerCase();
  if (text.includes('plug')) return 'plugin_hybrid';
  if (text.includes('hybrid')) return 'hybrid';
  if (text.startsWith('benzin')) return 'petrol';
  if (text.startsWith('diesel')) return 'diesel';
  if (text === 'el' || text.startsWith('elektri')) return 'electric';
  if (text.includes('gas')) return 'gas';
  if (text.includes('brint') || text.includes('hydrogen')) return 'hydrogen';
  return null;
}

const keepsCapitals = /^(?:VW|BMW|MG|DS|KIA|GTI|GTD|GTE|TDI|TSI|TFSI|HDI|CDI|DSG|SUV|RS|ST|\d.*|[IVX]+)$/;

/** The register writes in capitals; people read "Octavia Combi", not "OCTAVIA COMBI". Short codes stay as they are. */
export function titleCase(text: string | null): string | null {
  if (!text) return null;
  return text
    .split(' ')
    .map((word) =>
      keepsCapitals.test(word) || word !== word.toUpperCase()
        ? word
        : word.charAt(0) +
          word
            .slice(1)
            .toLowerCase()
            .replace(/-\p{L}/gu, (part) => part.toUpperCase()),
    )
    .join(' ');
}

/** What an engine of the register's fuel name burns, a hybrid's too. */
export function burnsOf(name: string | null): 'petrol' | 'diesel' | null {
  const text = (name ?? '').toLowerCase();
  return text.startsWith('benzin') ? 'petrol' : text.startsWith('diesel') ? 'diesel' : null;
}

/** What an electric car takes for a kilometre: figures that none does are of another unit. */
export function whPerKmOf(value: number | null): number | null {
  return value !== null && value >= 80 && value <= 400 ? value : null;
}
