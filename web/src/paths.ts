/** Every address of the app, spelled once. */
export const paths = {
  home: '/',
  list: (query: string) => (query ? `/?${query}` : '/?view=all'),
  ownList: (id: string) => `/?view=list&list=${encodeURIComponent(id)}`,
  view: (view: string) => `/?view=${view}`,
  car: (id: string) => `/car/${encodeURIComponent(id)}`,
  viewing: (id: string) => `/viewing/${encodeURIComponent(id)}`,
  /** Behind #: the secret of the link, which is sent with no request for the page. */
  sharedList: (owner: string, list: string) =>
    `/shared-list/${encodeURIComponent(owner)}/${encodeURIComponent(list)}`,
  login: '/login',
  register: '/register',
  profile: '/profile',
  // Checkout leads back to either, by what was bought.
  paymentSuccess: ['/payment/success', '/subscription/success'],
  paymentCancelled: ['/payment/cancelled', '/subscription/cancelled'],
  notifications: '/notifications',
  alerts: '/notifications/settings',
  unsubscribe: '/unsubscribe',
  extend: '/extend',
  button: '/button',
  extension: '/extension',
  receive: '/receive',
  check: '/check',
  howWeRate: '/how-we-rate',
  shared: '/shared',
  buttonCode: '/button.js',
  worker: '/service-worker.js',
  terms: '/terms',
  privacy: '/privacy',
  changelog: '/changelog',
} as const;
