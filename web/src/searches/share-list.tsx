import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { useFormat } from '../i18n/language.tsx';
import { useFailureText, useSharingTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorBox } from '../ui/messages.tsx';
import { Modal } from '../ui/modal.tsx';
import { AddressToCopy } from './address-to-copy.tsx';
import type { CarListSummary } from './use-collections.ts';

type Props = { list: CarListSummary; onClose: () => void };

/** Makes and ends the link by which one other person sees a list, and says what each sees of the other. */
export default function ShareList({ list: { id, name, shared }, onClose }: Props) {
  const t = useSharingTexts();
  const format = useFormat();
  const client = useQueryClient();
  const failureText = useFailureText();
  const owner = useSession().session?.user.id ?? '';
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.lists });
  const make = useMutation({
    mutationFn: () => call('PUT /api/lists/{id}/share', { params: { id } }),
    onSuccess: refresh,
  });
  const end = useMutation({
    mutationFn: () => call('DELETE /api/shared-lists/{owner}/{list}', { params: { owner, list: id } }),
    onSuccess: () => {
      make.reset();
      return refresh();
    },
  });
  const page = paths.sharedList(owner, id);
  const link = make.data && `${location.origin}${page}#${make.data.secret}`;
  const isBusy = make.isPending || end.isPending;
  const failed = make.error ?? end.error;
  return (
    <Modal title={t.title(name)} onClose={onClose}>
      <p className="text-body text-ink-2">{t.who}</p>
      <p className="mt-3 text-body text-ink-2">{t.limits}</p>
      {shared && !link && (
        <p className="mt-4 text-control font-semibold">
          {shared.has_partner ? t.accepted(format.date(shared.since)) : t.waiting(format.date(shared.since))}
        </p>
      )}
      {link && (
        <div className="mt-4">
          <AddressToCopy name={t.link} address={link} texts={t} look="primary" />
          <p className="mt-2 text-meta text-ink-2">{t.shownOnce}</p>
        </div>
      )}
      <ErrorBox className="mt-4">{failed && failureText(failed)}</ErrorBox>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look={shared ? 'secondary' : 'primary'} disabled={isBusy} onClick={() => make.mutate()}>
          {shared ? t.renew : t.make}
        </Button>
        {shared && (
          <Button look="plain" disabled={isBusy} onClick={() => end.mutate()}>
            {t.end}
          </Button>
        )}
      </div>
      {shared && (
        <>
          <p className="mt-3 text-meta text-ink-2">{t.shutsOut}</p>
          <p className="mt-5">
            <Link to={page} className={button.link}>
              {t.both}
            </Link>
          </p>
        </>
      )}
    </Modal>
  );
}
