/** A page that is the same for all visitors, with its address. `name` is also the name of its prerendered file. */
export type StaticPage = {
  name: string;
  path: string;
  /** Whether search engines shall list it. */
  isListed: boolean;
};

/** Every page that is there before the app runs. */
export const staticPages = [
  { name: 'home', path: '/', isListed: true },
  { name: 'guide', path: '/?view=guide', isListed: true },
  { name: 'faq', path: '/?view=faq', isListed: true },
  { name: 'future', path: '/?view=future', isListed: true },
  { name: 'support', path: '/?view=support', isListed: true },
  { name: 'terms', path: '/terms', isListed: true },
  { name: 'privacy', path: '/privacy', isListed: true },
  { name: 'changelog', path: '/changelog', isListed: true },
  { name: 'login', path: '/login', isListed: false },
  { name: 'register', path: '/register', isListed: true },
] as const satisfies readonly StaticPage[];
