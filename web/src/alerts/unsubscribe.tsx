import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useInboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorBox, useTitle } from '../ui/messages.tsx';
import { useGo, useSearch } from '../ui/navigation.ts';

/** What a mail program posts (RFC 8058). */
const oneClick = new Blob(['List-Unsubscribe=One-Click']);

/**
 * Where the foot of our mails leads: ends the mails of who holds the link, and takes it back. Needs no sign-in: the link is
 * signed. A press is asked for: mail programs open links by themselves.
 */
export default function Unsubscribe() {
  const t = useInboxTexts().unsubscribe;
  const token = useSearch().get('token') ?? '';
  useTitle(t.title);
  const change = useMutation({
    mutationFn: (undo: boolean) =>
      call('POST /api/unsubscribe', { query: { token, undo: undo ? '1' : undefined }, body: oneClick }),
  });
  const { data, error, variables: isUndone } = change;
  const isUnknown = token === '' || (error instanceof ApiError && [400, 404].includes(error.status));
  const isStopped = data !== undefined && !isUndone;
  const said = isUnknown
    ? { title: t.unknownTitle, text: t.unknownText }
    : isStopped
      ? { title: t.stopped, text: t.stoppedText }
      : data
        ? { title: t.again, text: t.againText }
        : { title: t.title, text: t.text };
  return (
    <div className="column py-14 md:py-24">
      <div className="max-w-160" aria-live="polite">
        <h1 className="text-[40px]/11 tracking-[-0.035em] md:text-[56px]/14">{said.title}</h1>
        <p className="mt-4 text-lead text-ink-2">{said.text}</p>
        <ErrorBox className="mt-6">{error && !isUnknown && t.failed}</ErrorBox>
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        {!isUnknown && (
          <Button look="large" disabled={change.isPending} onClick={() => change.mutate(isStopped)}>
            {isStopped ? t.undo : t.stop}
          </Button>
        )}
        <Link to={paths.alerts} className={`${button.largeSecondary} h-14!`}>
          {t.settings}
        </Link>
      </div>
    </div>
  );
}

/** Back to the previous page. */
export function BackButton() {
  const t = useInboxTexts();
  const go = useGo();
  return (
    <Button look="link" className="text-control" onClick={() => go(-1)}>
      <Icon name="back" size={18} />
      {t.notifications.back}
    </Button>
  );
}
