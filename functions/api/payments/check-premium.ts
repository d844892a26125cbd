import { endpoint } from '#functions/_runtime/endpoint.ts';
import { readViewer } from '#functions/_runtime/viewer.ts';

export const handler = endpoint('GET /api/payments/check-premium', async (_, caller) => {
  const viewer = await readViewer(caller);
  return { hasPremium: viewer.isPremium, seesEstimates: viewer.seesEstimates };
});
