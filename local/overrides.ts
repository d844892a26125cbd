/** What stands beside the system on this machine. */
export type LocalWorld = {
  /** Origin of the demo marketplace, "http://127.0.0.1:…"; undefined when it is not running. */
  marketplaceOrigin?: string;
  registerUrl?: string;
  /** What `GET /api/about` shows as demo links, as JSON. */
  demoLinks?: string;
  /** Origin of the embedded Stripe; undefined when a person's own account is used. */
  stripeUrl?: string;
};

/**
 * Values that replace the template's, by the variable's name and only where a function has this variable: what the
 * template does not set, a function does not get here either.
 */
export function environmentOverrides(world: LocalWorld): Record<string, string> {
  const { marketplaceOrigin, registerUrl, demoLinks, stripeUrl } = world;
  return {
    // Mails end in the outbox of the control page.
    MAIL_FROM: 'news@bilfund.invalid',
    ...(marketplaceOrigin && { MARKETPLACE_ORIGIN: marketplaceOrigin, SCRAPE_PAUSE_SECONDS: '0' }),
    ...(registerUrl && { REGISTER_URL: registerUrl, REGISTER_KIND: 'demo' }),
    ...(demoLinks && { DEMO_LINKS: demoLinks }),
    ...(stripeUrl && { STRIPE_API_URL: stripeUrl }),
  };
}
