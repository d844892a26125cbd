/** Every address of the app, spelled once. */
export const paths = {
  home: '/',
  list: (query: string) => (query ? `/?${query}` : '/?view=all'),
  ownList: (id: string) => `/?view=list&list=${encodeURIComponent(id)}`,
  view: (view: string) => `/?view=${view}`,
  car: (id: string) => `/car/${encodeURIComponent(id)}`,
  login: '/login',
  register: '/register',
  profile: '/profile',
  // Checkout leads back to either, by what was bought.
  paymentSuccess: ['/payment/success', '/subscription/success'],
  paymentCancelled: ['/payment/cancelled', '/subscription/cancelled'],
  notifications: '/notifications',
  alerts: '/notifications/settings',
  unsubscribe: '/unsubscribe',
  button: '/button',
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

export const supportEmail = 'support@bilfund.example';
