import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AccessTokenWire } from '#core/contract/routes/accounts.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useFormat } from '../i18n/language.tsx';
import { useAccountTexts, useFailureText } from '../i18n/text-parts.ts';
import { CopyButton } from '../searches/address-to-copy.tsx';
import { Button } from '../ui/button.tsx';
import { CheckBox, LabelledSelect, TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorBox, MessageBox } from '../ui/messages.tsx';
import { ConfirmDialog, Modal } from '../ui/modal.tsx';

/** What a token can be used for today. */
const offeredScopes = [
  'read',
  'pages',
  'follow',
  'write',
] as const satisfies readonly AccessTokenWire['scopes'][number][];
type OfferedScope = (typeof offeredScopes)[number];

const lifetimes = [30, 90, 365] as const;

/** The token itself, which nobody can read again once this is closed. */
function NewToken({ token }: { token: string }) {
  const t = useAccountTexts();
  return (
    <div className="grid gap-4">
      <p className="text-body text-ink-2">{t.tokens.shownOnce}</p>
      <code className="rounded-[10px] border border-rule bg-paper-2 p-4 text-meta wrap-anywhere select-all">
        {token}
      </code>
      <CopyButton text={token} texts={t.tokens} look="primary" />
    </div>
  );
}

/** A form for a new token, and then the token. */
function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const t = useAccountTexts();
  const failureText = useFailureText();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(lifetimes[0]);
  const [scopes, setScopes] = useState<readonly OfferedScope[]>(['read']);
  const create = useMutation({
    mutationFn: () => call('POST /api/tokens', { body: { name: name.trim(), scopes: [...scopes], days } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.tokens }),
  });
  const isReady = name.trim() !== '' && scopes.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) create.mutate();
  };
  return (
    <Modal title={create.data ? t.tokens.created : t.tokens.createTitle} onClose={onClose}>
      {create.data ? (
        <NewToken token={create.data.token} />
      ) : (
        <form className="grid gap-5" onSubmit={submit}>
          <TextField
            label={t.tokens.name}
            hint={t.tokens.nameHint}
            value={name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          <fieldset>
            <legend className="text-control font-semibold">{t.tokens.mayDo}</legend>
            {offeredScopes.map((scope) => (
              <CheckBox
                key={scope}
                className="flex min-h-11 py-1 text-control"
                isChecked={scopes.includes(scope)}
                onChange={(isOn) =>
                  setScopes((before) => before.filter((each) => each !== scope).concat(isOn ? [scope] : []))
                }
              >
                <span>{t.tokens.scopes[scope]}</span>
              </CheckBox>
            ))}
          </fieldset>
          <LabelledSelect
            label={t.tokens.validFor}
            value={days}
            options={lifetimes.map((each) => [each, t.tokens.days(each)])}
            onChange={setDays}
          />
          {create.error && <MessageBox kind="error">{failureText(create.error)}</MessageBox>}
          <Button
            type="submit"
            look="primary"
            className="justify-self-start"
            disabled={!isReady || create.isPending}
          >
            {t.tokens.create}
          </Button>
        </form>
      )}
    </Modal>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessTokenWire; onRevoke: () => void }) {
  const t = useAccountTexts();
  const format = useFormat();
  const { name, scopes, ends_at, last_used_on } = token;
  const hasEnded = Date.parse(ends_at) <= Date.now();
  return (
    <li className="flex items-start gap-2 border-b border-rule py-3">
      <div className="min-w-0 grow">
        <p className="text-control font-semibold wrap-anywhere">{name}</p>
        <p className="text-meta text-ink-2">{scopes.map((scope) => t.tokens.scopes[scope]).join(' · ')}</p>
        <p className="text-meta text-ink-3">
          {hasEnded ? t.tokens.ended(format.date(ends_at)) : t.tokens.endsOn(format.date(ends_at))}
          {' · '}
          {last_used_on === null ? t.tokens.neverUsed : t.tokens.lastUsed(format.date(last_used_on))}
        </p>
      </div>
      <Button look="icon" aria-label={t.tokens.revokeThis(name)} onClick={onRevoke}>
        <Icon name="bin" />
      </Button>
    </li>
  );
}

/** The programs that may act for the reader: a list of their tokens, each of which can be revoked. */
export function AccessTokens() {
  const t = useAccountTexts();
  const failureText = useFailureText();
  const client = useQueryClient();
  const [creates, setCreates] = useState(false);
  const [leaving, setLeaving] = useState<AccessTokenWire | null>(null);
  const { data, error } = useQuery({
    queryKey: queryKeys.tokens,
    queryFn: ({ signal }) => call('GET /api/tokens', { signal }),
  });
  const revoke = useMutation({
    mutationFn: (id: string) => call('DELETE /api/tokens/{id}', { params: { id } }),
    // Also after a failure: the token may be gone already.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.tokens }),
  });
  return (
    <section>
      <h2 className="border-b border-ink pb-2.5 text-h3">{t.tokens.title}</h2>
      <p className="mt-3 text-control text-ink-2">{t.tokens.text}</p>
      <ErrorBox className="mt-3">{error && failureText(error)}</ErrorBox>
      {data?.tokens.length === 0 && <p className="mt-3 text-control text-ink-3">{t.tokens.none}</p>}
      {data && data.tokens.length > 0 && (
        <ul className="mt-3 border-t border-rule">
          {data.tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setLeaving(token)} />
          ))}
        </ul>
      )}
      <ErrorBox className="mt-3">{revoke.error && failureText(revoke.error)}</ErrorBox>
      <Button
        look="secondary"
        className="mt-4"
        disabled={data !== undefined && data.tokens.length >= data.limit}
        onClick={() => setCreates(true)}
      >
        {t.tokens.createNew}
      </Button>
      {creates && <CreateTokenDialog onClose={() => setCreates(false)} />}
      {leaving && (
        <ConfirmDialog
          title={t.tokens.revokeTitle(leaving.name)}
          text={t.tokens.revokeText}
          confirm={t.tokens.revoke}
          keep={t.tokens.keep}
          onConfirm={() => revoke.mutate(leaving.id)}
          onClose={() => setLeaving(null)}
        />
      )}
    </section>
  );
}
