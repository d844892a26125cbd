import { useImportTexts } from '../../i18n/import-texts.ts';
import type { OpenUpgrade } from '../../upgrade-reason.ts';

export type Usage = { scrapes_used: number; scrapes_limit: number | null };

type AllowanceProps = { usage: Usage | undefined; left: number | null; onUpgrade: OpenUpgrade };

export function AllowanceText({ usage, left, onUpgrade }: AllowanceProps) {
  const t = useImportTexts();
  if (!usage) return <p className="min-h-5 text-meta" />;
  if (left === null || usage.scrapes_limit === null)
    return <p className="text-meta text-ink-3">{t.imports.unlimited}</p>;
  if (left > 0) return <p className="text-meta text-ink-3">{t.imports.left(left, usage.scrapes_limit)}</p>;
  return (
    <p className="text-meta text-poor">
      {t.imports.limitReached}{' '}
      <button
        type="button"
        className="font-semibold underline underline-offset-3"
        onClick={() => onUpgrade('limit_reached')}
      >
        {t.shell.upgrade}
      </button>
    </p>
  );
}
