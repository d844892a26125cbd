import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { longestTokenDays } from '#core/accounts/access-token.ts';
import type { Language } from '#core/shared.ts';
import { call } from '../api/call.ts';
import { useSession } from '../api/session.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useButtonTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { WatchInBrowser } from '../searches/watch-in-browser.tsx';
import { Button, button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorBox, MessageBox, useTitle } from '../ui/messages.tsx';
import { useRefusalText } from './use-start-import.ts';

const h2 = 'text-[28px]/8 tracking-[-0.03em]';

/** What the browser extension does, and where a browser is connected with the account. */
export default function ExtensionScreen() {
  const t = useButtonTexts();
  const { status } = useSession();
  useTitle(t.extensionPage.title);
  return (
    <div className="column py-10 md:py-16">
      <h1 className="text-[44px]/12 tracking-[-0.035em] md:text-[64px]/[64px]">{t.extensionPage.title}</h1>
      <p className="mt-4 max-w-[60ch] text-lead text-ink-2">{t.extensionPage.lead}</p>
      <section className="mt-10 border-t border-ink pt-8">
        <h2 className={h2}>{t.extensionPage.connectTitle}</h2>
        <div className="max-w-[60ch]">
          <Connection />
        </div>
      </section>
      {status === 'signed_in' && (
        <section className="mt-14 border-t border-rule pt-8">
          <h2 className={h2}>{t.extensionPage.watchTitle}</h2>
          <WatchForm />
        </section>
      )}
      <div className="mt-14 grid gap-x-12 gap-y-10 border-t border-rule pt-8 md:grid-cols-2">
        <Points title={t.extensionPage.doesTitle} points={t.extensionPage.does} />
        <Points title={t.extensionPage.neverTitle} points={t.extensionPage.never} />
      </div>
    </div>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section>
      <h2 className={h2}>{title}</h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5 text-body text-ink-2">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

/** A field for the link of a search that the browser is to watch. */
function WatchForm() {
  const t = useButtonTexts();
  const openUpgrade = useUpgrade();
  const [link, setLink] = useState('');
  return (
    <div className="mt-4 max-w-3xl">
      <TextField
        label={t.watch.linkLabel}
        type="text"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
      <WatchInBrowser link={link} isHere onUpgrade={openUpgrade} onStarted={() => setLink('')} />
    </div>
  );
}

function Connection() {
  const t = useButtonTexts();
  const { language } = useLanguage();
  const { status } = useSession();
  const explain = useRefusalText();
  const { state, connect, isPending, error } = useExtension(t.extensionPage.tokenName, language);
  if (state === 'absent')
    return (
      <>
        <p className="mt-3 text-body text-ink-2" role="status">
          {t.extensionPage.absent}
        </p>
        <p className="mt-5">
          <Link to={paths.button} className={button.secondary}>
            {t.receive.aboutButton}
          </Link>
        </p>
      </>
    );
  if (status === 'signed_out')
    return (
      <>
        <p className="mt-3 text-body text-ink-2">{t.extensionPage.signIn}</p>
        <p className="mt-5">
          <Link to={paths.login} className={button.large}>
            {t.shell.logIn}
          </Link>
        </p>
      </>
    );
  return (
    <>
      {state === 'paired' && (
        <div className="mt-5">
          <MessageBox kind="success">{t.extensionPage.paired}</MessageBox>
        </div>
      )}
      <ErrorBox className="mt-5">
        {error && (error instanceof NotTaken ? t.extensionPage.notTaken : explain(error))}
      </ErrorBox>
      {state === 'unpaired' && (
        <>
          <p className="mt-3 text-body text-ink-2">{t.extensionPage.connectText}</p>
          <Button
            look="large"
            className="mt-5"
            disabled={isPending || status !== 'signed_in'}
            onClick={connect}
          >
            {isPending ? t.extensionPage.connecting : t.extensionPage.connectTitle}
          </Button>
        </>
      )}
      <p className="mt-5 text-meta text-ink-2">
        <Link to={paths.profile} className={button.quiet}>
          {t.extensionPage.tokens}
        </Link>
      </p>
    </>
  );
}

/** What the extension's script on this page says (`extension/content/pairing.ts`). */
type ExtensionMessage = { bilfund: 'extension'; answers: 'paired' | 'pair'; isPaired: boolean };

/** "absent" until its script has answered. */
type ExtensionState = 'absent' | 'unpaired' | 'paired';

const say = (message: Record<string, unknown>) =>
  window.postMessage({ bilfund: 'page', ...message }, location.origin);

/** Calls `hear` for each message of the extension until the function that it returns is called. */
function listen(hear: (message: Partial<ExtensionMessage>) => void): () => void {
  const receive = ({ source, origin, data }: MessageEvent<Partial<ExtensionMessage> | null>) => {
    if (source === window && origin === location.origin && data?.bilfund === 'extension') hear(data);
  };
  addEventListener('message', receive);
  return () => removeEventListener('message', receive);
}

/** One that was updated or removed since the page was loaded never answers. */
const patienceMs = 10_000;

/** Whether the extension took the token. */
function handOver(token: string, language: Language): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), patienceMs);
    const stop = listen(({ answers, isPaired }) => {
      if (isPaired) end(true);
      else if (answers === 'pair') end(false);
    });
    say({ ask: 'pair', token, language });
  });
}

/** The extension did not take its token. */
class NotTaken extends Error {}

/** Whether the extension is in this browser, and the press that connects it: a token of its own is made and handed over. */
function useExtension(name: string, language: Language) {
  const [state, setState] = useState<ExtensionState>('absent');
  useEffect(() => {
    const stop = listen(({ isPaired }) => setState(isPaired ? 'paired' : 'unpaired'));
    say({ ask: 'paired' });
    return stop;
  }, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { token, details } = await call('POST /api/tokens', {
        body: { name, scopes: ['pages', 'follow'], days: longestTokenDays },
      });
      if (await handOver(token, language)) return;
      // Nobody has it.
      await call('DELETE /api/tokens/{id}', { params: { id: details.id } }).catch(() => undefined);
      throw new NotTaken();
    },
  });
  return { state, connect: () => mutate(), isPending, error };
}
