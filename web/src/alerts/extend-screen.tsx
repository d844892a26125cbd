import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useFormat } from '../i18n/language.tsx';
import { useInboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { useTitle } from '../ui/messages.tsx';
import { useSearch } from '../ui/navigation.ts';

/** Where the alert that a search ends leads: opening it is the one press, and needs no sign-in. */
export default function Extend() {
  const t = useInboxTexts();
  const format = useFormat();
  const token = useSearch().get('token') ?? '';
  useTitle(t.extend.title);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['extend', token],
    queryFn: () => call('POST /api/extend-search', { query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.status);
  const isFull = error instanceof ApiError && error.status === 403;
  const said = (): [title: string, text: string | null] => {
    if (isUnknown) return [t.unsubscribe.unknownTitle, t.extend.unknownText];
    if (isFull) return [t.extend.full, t.extend.fullText];
    if (error) return [t.extend.title, t.extend.failed];
    if (!data) return [t.extend.title, t.extend.working];
    const until = format.date(data.end_time);
    if (data.is_extended) return [t.extend.done, t.extend.doneText(until)];
    return Date.parse(data.end_time) > Date.now()
      ? [t.extend.already, t.extend.alreadyText(until)]
      : [t.extend.over, t.extend.overText(until)];
  };
  const [title, text] = said();
  return (
    <div className="column py-14 md:py-24">
      <div className="max-w-160" aria-live="polite">
        <h1 className="text-[40px]/11 tracking-[-0.035em] md:text-[56px]/14">{title}</h1>
        <p className="mt-4 text-lead text-ink-2">{text}</p>
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        {error && !isUnknown && !isFull && (
          <Button look="large" disabled={isFetching} onClick={() => void refetch()}>
            {t.common.tryAgain}
          </Button>
        )}
        <Link to={paths.view('subscriptions')} className={`${button.largeSecondary} h-14!`}>
          {t.extend.searches}
        </Link>
      </div>
    </div>
  );
}
