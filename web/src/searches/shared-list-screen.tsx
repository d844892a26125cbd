import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { SharedListWire } from '#core/contract/routes/collections.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { priceText } from '../cars/car-card.tsx';
import { useFormat, useTexts } from '../i18n/language.tsx';
import { useFailureText, useHuntTexts, useSharingTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { LoadError } from '../ui/load-error.tsx';
import {
  EmptyState,
  MembersNotice,
  MessageBox,
  ScreenNotice,
  SkeletonLines,
  useTitle,
} from '../ui/messages.tsx';
import { useGo } from '../ui/navigation.ts';
import { notify } from '../ui/notices.tsx';
import { keepInvitation } from './kept-invitation.ts';

type Name = { owner: string; list: string };

/** A list that two people share, for either of them; whoever has the link behind # may accept it. */
export default function SharedList(name: Name) {
  const t = useSharingTexts();
  const { status } = useSession();
  useTitle(t.page);
  const { pathname, hash } = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (status === 'signed_in') wasSignedIn.current = true;
    // Whoever logs in next after somebody logged out here was not invited.
    else if (status === 'signed_out' && !wasSignedIn.current) keepInvitation(pathname + hash);
  }, [status, pathname, hash]);
  if (status === 'loading') return <SkeletonLines count={6} className="column py-14" />;
  if (status === 'signed_out') return <MembersNotice heading={t.page} title={t.invited} text={t.signIn} />;
  return <Known {...name} />;
}

function Known(name: Name) {
  const t = useSharingTexts();
  const secret = useLocation().hash.slice(1);
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.hunt, name.owner, name.list],
    queryFn: ({ signal }) => call('GET /api/shared-lists/{owner}/{list}', { params: name, signal }),
    refetchOnMount: 'always',
    retry: false,
  });
  if (error instanceof ApiError && error.status === 404) {
    return secret ? (
      <Invitation name={name} secret={secret} />
    ) : (
      <ScreenNotice heading={t.page} title={t.gone} text={t.goneText} />
    );
  }
  if (error) return <LoadError error={error} onRetry={refetch} className="column py-14" />;
  return data ? <Cars list={data} name={name} /> : <SkeletonLines count={6} className="column py-14" />;
}

function Invitation({ name, secret }: { name: Name; secret: string }) {
  const t = useSharingTexts();
  const client = useQueryClient();
  const failureText = useFailureText();
  const join = useMutation({
    mutationFn: () => call('PUT /api/shared-lists/{owner}/{list}', { params: name, body: { secret } }),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: queryKeys.lists });
      await client.invalidateQueries({ queryKey: queryKeys.hunt });
    },
  });
  if (join.error instanceof ApiError && join.error.status === 404)
    return <ScreenNotice heading={t.page} title={t.gone} text={t.goneText} />;
  return (
    <div className="column">
      <h1 className="sr-only">{t.page}</h1>
      <EmptyState title={t.invited} text={t.invitedText}>
        <Button look="primary" disabled={join.isPending} onClick={() => join.mutate()}>
          {t.accept}
        </Button>
      </EmptyState>
      {join.error && <MessageBox kind="error">{failureText(join.error)}</MessageBox>}
    </div>
  );
}

function Cars({ list, name }: { list: SharedListWire; name: Name }) {
  const t = useSharingTexts();
  const all = useTexts();
  const go = useGo();
  const client = useQueryClient();
  const failureText = useFailureText();
  const leave = useMutation({
    mutationFn: () => call('DELETE /api/shared-lists/{owner}/{list}', { params: name }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.lists });
      notify(t.removed);
      go(paths.view('list'));
    },
    onError: (error) => notify(failureText(error)),
  });
  const locked = list.cars.filter(({ car }) => car.locked).length;
  return (
    <div className="column py-10">
      <h1 className="text-h2 tracking-[-0.03em] wrap-anywhere">{list.name}</h1>
      <p className="mt-2 max-w-[60ch] text-body text-ink-2">{list.has_partner ? t.lead : t.alone}</p>
      {list.cars.length === 0 && <p className="mt-6 text-body text-ink-2">{t.empty}</p>}
      <ul className="mt-6 border-t border-ink">
        {list.cars.map(
          ({ car, mine, partner }) =>
            !car.locked && (
              <li key={car.id} className="border-b border-rule py-3">
                <Link
                  to={paths.car(car.id)}
                  className="text-body font-semibold wrap-anywhere hover:underline"
                >
                  {car.title} · {priceText(car, all)}
                </Link>
                <Words of={t.mine} words={mine} />
                <Words of={t.partner} words={partner} />
              </li>
            ),
        )}
      </ul>
      <div className="mt-3 text-meta text-ink-2">
        {locked > 0 && <p>{t.locked(locked)}</p>}
        {list.left_out > 0 && <p>{t.leftOut(list.left_out)}</p>}
      </div>
      <div className="mt-6">
        {list.is_owner ? (
          <Link to={paths.ownList(name.list)} className={button.secondary}>
            {list.name}
          </Link>
        ) : (
          <Button look="secondary" disabled={leave.isPending} onClick={() => leave.mutate()}>
            {t.leave}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What one of the two keeps about a car. */
function Words({ of, words }: { of: string; words: SharedListWire['cars'][number]['mine'] }) {
  const t = useHuntTexts();
  const format = useFormat();
  if (!words) return null;
  const state = [words.stage && t.stages[words.stage], words.day && format.date(words.day)].filter(Boolean);
  return (
    <p className="mt-1 text-control whitespace-pre-line text-ink-2">
      <b className="font-semibold text-ink">{of}:</b> {[...state, words.note].filter(Boolean).join(' · ')}
    </p>
  );
}
