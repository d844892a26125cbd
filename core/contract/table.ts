import type {
  ClientBody,
  ClientQuery,
  ClientResponse,
  PathParams,
  RouteInput,
  RouteOutput,
} from './route.ts';
import { accountDataRoutes, accountRoutes, tokenRoutes } from './routes/accounts.ts';
import { notificationRoutes } from './routes/alerts.ts';
import { carRoutes, typedPlateRoutes } from './routes/cars.ts';
import { collectionRoutes } from './routes/collections.ts';
import { importRoutes } from './routes/imports.ts';
import { pageRoutes } from './routes/pages.ts';
import { paymentRoutes } from './routes/payments.ts';
import { subscriptionRoutes } from './routes/searches.ts';
import { liveRoutes, mcpRoutes, serviceRoutes } from './routes/service.ts';

/** The whole API. The key is API Gateway's route key; everything else is derived from the row. */
export const contract = {
  ...accountRoutes,
  ...accountDataRoutes,
  ...carRoutes,
  ...collectionRoutes,
  ...importRoutes,
  ...mcpRoutes,
  ...notificationRoutes,
  ...pageRoutes,
  ...paymentRoutes,
  ...serviceRoutes,
  ...liveRoutes,
  ...subscriptionRoutes,
  ...tokenRoutes,
  ...typedPlateRoutes,
} as const;

export type Contract = typeof contract;
export type ContractKey = keyof Contract;
export type Input<K extends ContractKey> = RouteInput<K, Contract[K]>;
export type Output<K extends ContractKey> = RouteOutput<Contract[K]>;

/** For the web client. */
export type CallOptions<K extends ContractKey> = {
  params: PathParams<K>;
  query: ClientQuery<Contract[K]>;
  body: ClientBody<Contract[K]>;
};
export type CallResponse<K extends ContractKey> = ClientResponse<Contract[K]>;
