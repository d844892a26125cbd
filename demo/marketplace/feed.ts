import { findPlace } from '#demo/cars/random.ts';
import { maskedKm, thousands } from '#demo/cars/wording.ts';
import type { Ad } from '#demo/cars/world.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import type { Search } from './search.ts';

/** What is needed to write an ad down: where the marketplace lives and when its clock started. */
export type Site = { origin: string; startMs: number };

const vehicleCategoryId = '807311116002614';
const itemCategoryId = '1658310421102081';
const kmPerMile = 1.609344;

/** Photos have names of their own and signed addresses that look as if they expired. */
export function photoUrls(ad: Ad, site: Site): string[] {
  return pictureSpecsOf(ad.car).map((spec, index) => {
    const name = `${ad.id}_${index + 1}_${String(spec.seed).padStart(6, '7')}_n.jpg`;
    return `${site.origin}/photos/${name}?_nc_cat=10${index}&oh=00_${spec.seed.toString(36)}&oe=6A1F${index}C00`;
  });
}

export function formattedPrice(amount: number, currency: 'DKK' | 'EUR'): string {
  return currency === 'EUR' ? `€${amount.toLocaleString('en-US')}` : `DKK${amount.toLocaleString('en-US')}`;
}

function money(amount: number, currency: 'DKK' | 'EUR', isMonthly: boolean): Record<string, unknown> {
  const formatted = isMonthly ? `${thousands(amount)} kr./md` : formattedPrice(amount, currency);
  return {
    formatted_amount: formatted,
    amount_with_offset_in_currency: String(amount * 100),
    amount: amount.toFixed(2),
  };
}

/** "149K km · Dealership", "62K miles", "187.xxx km", "" or nothing at all. */
function subtitles(ad: Ad): { subtitle: string }[] {
  const { car } = ad;
  if (car.quirks.includes('plain_item')) return [];
  if (car.quirks.includes('empty_subtitle')) return [{ subtitle: '' }];
  const mileage = car.quirks.includes('masked_mileage')
    ? maskedKm(car.mileageKm)
    : car.quirks.includes('miles')
      ? `${Math.round(car.mileageKm / kmPerMile / 1000)}K miles`
      : `${Math.round(car.mileageKm / 1000)}K km`;
  return [{ subtitle: car.sellerType === 'dealer' ? `${mileage} · Dealership` : mileage }];
}

/** The part of an ad that cards and item pages share. */
export function listingJson(ad: Ad, site: Site): Record<string, unknown> {
  const { car } = ad;
  return {
    __typename: 'GroupCommerceProductItem',
    id: ad.id,
    marketplace_listing_title: car.title,
    listing_price: money(ad.price.amount, ad.price.currency, car.kind === 'leasing'),
    strikethrough_price: ad.oldPrice === null ? null : money(ad.oldPrice, ad.price.currency, false),
    location: {
      reverse_geocode: {
        city: car.place.name,
        state: '',
        city_page: {
          display_name: `${car.place.name}, Denmark`,
          id: String(110_000_000 + car.place.postalCode),
        },
      },
    },
    primary_listing_photo: {
      __typename: 'ProductImage',
      id: `7${ad.id.slice(-12)}`,
      image: { uri: photoUrls(ad, site)[0] },
    },
    creation_time: car.quirks.includes('undated')
      ? null
      : Math.round((site.startMs + ad.listedAtHour * 3_600_000) / 1000),
    is_sold: ad.state === 'sold',
    is_pending: ad.state === 'pending',
    is_live: ad.state !== 'sold',
    is_hidden: false,
    marketplace_listing_category_id: car.quirks.includes('plain_item') ? itemCategoryId : vehicleCategoryId,
    custom_sub_titles_with_rendering_flags: subtitles(ad),
    delivery_types: ['IN_PERSON'],
    // Search pages sometimes name a seller; the product must not keep the name.
    marketplace_listing_seller:
      Number(ad.id.at(-1)) < 3
        ? { __typename: 'User', id: `1000${ad.id.slice(-9)}`, name: 'Demo Sælger' }
        : null,
  };
}

const fuelCodes = {
  petrol: 'GASOLINE',
  diesel: 'DIESEL',
  electric: 'ELECTRIC',
  hybrid: 'HYBRID',
  plugin_hybrid: 'PLUGIN_HYBRID',
  gas: 'FLEX',
  hydrogen: 'OTHER',
};
const ownerCodes = ['ONE', 'TWO', 'THREE', 'FOUR_PLUS'];

function odometer(ad: Ad): Record<string, unknown> | null {
  const { mileageKm, quirks } = ad.car;
  if (quirks.includes('masked_mileage')) return null;
  return quirks.includes('miles')
    ? { unit: 'MILES', value: Math.round(mileageKm / kmPerMile) }
    : { unit: 'KILOMETERS', value: mileageKm };
}

/** The vehicle form's fields; a car posted as an ordinary item has every one of them null. */
function vehicleFields(ad: Ad): Record<string, unknown> {
  const { car } = ad;
  const isPlain = car.quirks.includes('plain_item');
  const orNull = (value: unknown) => (isPlain ? null : value);
  return {
    vehicle_make_display_name: orNull(car.make),
    vehicle_model_display_name: orNull(car.model),
    vehicle_trim_display_name: orNull(car.variant || null),
    vehicle_odometer_data: orNull(odometer(ad)),
    vehicle_transmission_type: orNull(car.gearbox === 'automatic' ? 'AUTOMATIC' : 'MANUAL'),
    vehicle_fuel_type: orNull(fuelCodes[car.fuel]),
    vehicle_exterior_color: orNull(car.paint.marketplaceName),
    vehicle_number_of_owners: orNull(ownerCodes[Math.min(car.owners, 4) - 1]),
    vehicle_seller_type: orNull(car.sellerType === 'dealer' ? 'DEALER' : 'PRIVATE_SELLER'),
    vehicle_condition: orNull('GOOD'),
  };
}

/** The `target` of an item page. The photos are not in it: the site keeps them in an object of their own. */
export function targetJson(ad: Ad, site: Site): Record<string, unknown> {
  const { car } = ad;
  const card = listingJson(ad, site);
  return {
    ...card,
    listing_price: { ...(card.listing_price as object), currency: ad.price.currency },
    redacted_description: { text: car.description },
    location: { ...(card.location as object), latitude: car.place.latitude, longitude: car.place.longitude },
    ...vehicleFields(ad),
  };
}

export function photosJson(ad: Ad, site: Site): Record<string, unknown> {
  const listing_photos = photoUrls(ad, site).map((uri, index) => ({
    __typename: 'ProductImage',
    id: `7${index}${ad.id.slice(-12)}`,
    image: { uri, height: 900, width: 1200 },
  }));
  return { listing_photos, id: ad.id };
}

export const batchSize = 24;

/** Where the next batch of a search begins. `isRetry`: the empty answer for this batch has been given already. */
export type Cursor = {
  page: number;
  offset: number;
  isRetry: boolean;
  placeSlug: string | null;
  vehiclesOnly: boolean;
  parameters: string;
};

/** The opaque string the site hands out; readers may look for `pg` in it and nothing else. */
export function writeCursor(cursor: Cursor): string {
  const state = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  return JSON.stringify({
    pg: cursor.page,
    b2c: { br: '', it: 0, hmsr: false, tbi: 0 },
    c2c: { br: state, it: cursor.offset, rpbr: '', sspi: [] },
    irr: cursor.isRetry,
    sms_cursor: { page_index: cursor.page },
  });
}

export function readCursor(text: string): Cursor | null {
  try {
    const state = JSON.parse(Buffer.from(JSON.parse(text).c2c.br, 'base64url').toString()) as Cursor;
    const isWhole = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
    return isWhole(state.page) && isWhole(state.offset) && typeof state.parameters === 'string'
      ? state
      : null;
  } catch {
    // Not one of ours: the caller answers as the site does to a cursor it does not know.
    return null;
  }
}

export function cursorOf(search: Search, page: number, offset: number, isRetry: boolean): Cursor {
  return {
    page,
    offset,
    isRetry,
    placeSlug: search.place?.slug ?? null,
    vehiclesOnly: search.vehiclesOnly,
    parameters: search.parameters.toString(),
  };
}

export function searchOf(cursor: Cursor): Search {
  return {
    place: cursor.placeSlug === null ? null : findPlace(cursor.placeSlug),
    vehiclesOnly: cursor.vehiclesOnly,
    parameters: new URLSearchParams(cursor.parameters),
  };
}

function adStory(index: number): Record<string, unknown> {
  return {
    node: {
      __typename: 'MarketplaceFeedAdStory',
      id: `ad-${index}`,
      story_type: 'AD',
      sponsored_data: { title: 'Forsikring til bilen fra 199 kr./md', advertiser: 'Demo Forsikring' },
    },
  };
}

/** Rows as the feed has them: most name their type, some do not, and an advertisement stands after every tenth. */
export function feedEdges(ads: readonly Ad[], site: Site): Record<string, unknown>[] {
  return ads.flatMap((ad, index) => {
    const listing = listingJson(ad, site);
    const node =
      index % 7 === 5
        ? { listing }
        : {
            __typename: 'MarketplaceFeedListingStoryObject',
            story_type: 'POST',
            story_key: `S:${ad.id}`,
            tracking: '{}',
            listing,
          };
    return index % 10 === 9 ? [{ node }, adStory(index)] : [{ node }];
  });
}

export function feedUnits(edges: unknown[], cursor: Cursor | null): Record<string, unknown> {
  return {
    marketplace_search: {
      feed_units: {
        edges,
        page_info: { end_cursor: cursor ? writeCursor(cursor) : '', has_next_page: cursor !== null },
      },
    },
  };
}

export const noResults = {
  marketplace_search: {
    feed_units: {
      edges: [
        { node: { __typename: 'MarketplaceSearchFeedNoResults', story_type: 'SERP_NO_RESULTS', id: 'none' } },
      ],
    },
  },
};
