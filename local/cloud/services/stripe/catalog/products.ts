import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import * as field from '../wire/parameters.ts';
import { listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';

const create = field.shapeOf<Stripe.ProductCreateParams>()({
  id: field.text,
  name: field.required(field.text),
  description: field.text,
  active: field.flag,
  metadata: field.metadata,
});
const update = field.shapeOf<Stripe.ProductUpdateParams>()({
  name: field.text,
  description: field.clearable(field.text),
  active: field.flag,
  default_price: field.text,
  metadata: field.metadata,
});
const find = field.shapeOf<Stripe.ProductListParams>()({
  ...field.paging,
  active: field.flag,
  ids: field.list(field.text),
});

type NewProduct = {
  id?: string;
  name: string;
  description?: string;
  active?: boolean;
  metadata?: Record<string, string>;
};

export function createProduct(world: World, input: NewProduct): Stripe.Product {
  if (input.id && world.store.byId(input.id)) {
    throw badRequest(`Product already exists.`, 'id', 'resource_already_exists');
  }
  const product: Stripe.Product = {
    id: input.id ?? newId('prod'),
    object: 'product',
    active: input.active ?? true,
    created: world.now(),
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: field.mergeMetadata(null, input.metadata),
    name: input.name,
    package_dimensions: null,
    shippable: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.now(),
    url: null,
  };
  world.store.insert(product);
  world.emit('product.created', product);
  return product;
}

export const productRoutes: Routes = {
  'POST /v1/products': route(create, createProduct),
  'GET /v1/products/{id}': retrieve('product'),
  'POST /v1/products/{id}': route(update, (world, input, id) => {
    const product = world.store.get('product', id);
    if (input.default_price) world.store.get('price', input.default_price, 'default_price');
    const { metadata: sent, ...fields } = input;
    return change(world, 'product.updated', product, {
      ...fields,
      metadata: field.mergeMetadata(product.metadata, sent),
      updated: world.now(),
    });
  }),
  'GET /v1/products': route(find, (world, { active, ids, ...page }) =>
    listPage(
      world,
      'product',
      '/v1/products',
      page,
      (product) =>
        (active === undefined || product.active === active) &&
        (ids === undefined || ids.includes(product.id)),
    ),
  ),
};
