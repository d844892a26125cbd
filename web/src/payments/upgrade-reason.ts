/** Why the upgrade dialog was opened; decides its first sentence. */
export const upgradeReasons = [
  'limit_reached',
  'deal_sort',
  'deal_filter',
  'locked_car',
  'unlock_price',
  'automated_searches',
] as const;
export type UpgradeReason = (typeof upgradeReasons)[number];

export type OpenUpgrade = (reason?: UpgradeReason) => void;
