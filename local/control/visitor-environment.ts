import type { LocalCloud } from 'local-cloud/cloud-options.ts';

/**
 * What "npm run ops -- visitor --local" runs with: the variables of the function that visits, and a key for what the visitor's
 * role may do. Null where the template has no visitor ("VISITS_BY=both npm start").
 */
export function visitorEnvironment(cloud: LocalCloud): Record<string, string> | null {
  const [role] = cloud.template
    .all('AWS::IAM::Role')
    .filter(({ logicalId }) => /VisitorRole[0-9A-F]{8}$/.test(logicalId));
  const scraper = cloud.registry.all().find(({ definition }) => definition.name.endsWith('-scrape'));
  const asRole = role && cloud.roleEnvironment(cloud.template.arn(role.logicalId));
  if (!scraper || !asRole) return null;
  // The visitor hands nothing on, whatever the function does.
  const { VISITS_BY, ...variables } = scraper.definition.environment;
  return { ...variables, ...asRole, BILFUND_CLOCK_FILE: cloud.clock.file, LOG_LEVEL: 'error' };
}
