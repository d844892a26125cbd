/** What a reader reached for when the upgrade dialog opened; it begins with the sentence that fits. */
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
