/** What a reader reached for when the upgrade dialog opened; it begins with the sentence that fits. */
export type UpgradeReason =
  | 'limit_reached'
  | 'deal_sort'
  | 'deal_filter'
  | 'locked_car'
  | 'unlock_price'
  | 'automated_searches';

export type OpenUpgrade = (reason?: UpgradeReason) => void;
