import { useAccountTexts } from '../../i18n/account-texts.ts';
import { Icon } from '../../ui/icon.tsx';

/** "Lifetime" or "Premium", beside the plan's name. */
export function PlanBadge({ isLifetime }: { isLifetime: boolean }) {
  const t = useAccountTexts();
  return (
    <span className="inline-flex items-center gap-1.5 rounded-md border border-accent px-2 py-0.5 text-meta font-semibold text-accent">
      <Icon name={isLifetime ? 'star' : 'check'} size={14} filled={isLifetime} />
      {isLifetime ? t.profile.badgeLifetime : t.profile.badgePremium}
    </span>
  );
}
