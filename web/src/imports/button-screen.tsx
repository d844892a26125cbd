import type { ReactNode } from 'react';
import { useAbout } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { useButtonTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { useTitle } from '../ui/messages.tsx';
import { useGo } from '../ui/navigation.ts';
import {
  AdDrawing,
  ConfirmDrawing,
  DragBookmark,
  DragDrawing,
  SearchDrawing,
  ShortcutRecipe,
} from './bookmark.tsx';
import { PageDrop } from './page-drop.tsx';

const h2 = 'text-[28px]/8 tracking-[-0.03em]';

/** What the Bilfund button is, the button itself, and what to do where it does not work. */
export default function ButtonScreen() {
  const t = useButtonTexts();
  useTitle(t.buttonPage.title);
  return (
    <div className="column py-10 md:py-16">
      <h1 className="text-[44px]/12 tracking-[-0.035em] md:text-[64px]/[64px]">{t.buttonPage.title}</h1>
      <p className="mt-4 max-w-[60ch] text-lead text-ink-2">{t.buttonPage.lead}</p>
      <p className="mt-4">
        {/* Loaded anew: browsers run an extension's script where a page is loaded. */}
        <a href={paths.extension} className={button.link}>
          {t.buttonPage.extension}
        </a>
      </p>
      <section className="mt-10 grid items-center gap-x-12 gap-y-6 border-t border-ink pt-8 md:grid-cols-2">
        <div>
          <h2 className={h2}>{t.buttonPage.getTitle}</h2>
          <p className="mt-3 text-body text-ink-2">{t.buttonPage.drag}</p>
          <div className="mt-5">
            <DragBookmark />
          </div>
          <p className="mt-4 text-meta text-ink-2">{t.buttonPage.showBar}</p>
        </div>
        <DragDrawing />
      </section>
      <section className="mt-14">
        <h2 className={h2}>{t.buttonPage.howTitle}</h2>
        <ol className="mt-6 grid gap-8 md:grid-cols-3">
          <Step title={t.buttonPage.step1Title} text={t.buttonPage.step1Text} drawing={<SearchDrawing />} />
          <Step title={t.buttonPage.step2Title} text={t.buttonPage.step2Text} drawing={<ConfirmDrawing />} />
          <Step title={t.buttonPage.step3Title} text={t.buttonPage.step3Text} drawing={<AdDrawing />} />
        </ol>
      </section>
      <DemoTrial />
      <div className="mt-14 grid gap-x-12 gap-y-10 border-t border-rule pt-8 md:grid-cols-2">
        <section>
          <h2 className={h2}>{t.buttonPage.takesTitle}</h2>
          <p className="mt-3 text-body text-ink-2">{t.buttonPage.takes}</p>
          <p className="mt-3 text-body text-ink-2">{t.buttonPage.keeps}</p>
        </section>
        <Otherwise />
      </div>
      <ShortcutRecipe />
    </div>
  );
}

type StepProps = { title: string; text: string; drawing: ReactNode };

function Step({ title, text, drawing }: StepProps) {
  return (
    <li>
      {drawing}
      <h3 className="mt-4 text-[22px]/7 tracking-[-0.015em]">{title}</h3>
      <p className="mt-1.5 text-body text-ink-2">{text}</p>
    </li>
  );
}

/** Only where the installation brings a demo marketplace. */
function DemoTrial() {
  const t = useButtonTexts();
  const about = useAbout();
  const search = about?.demo?.links.find(({ kind }) => kind === 'search');
  if (!search) return null;
  return (
    <section className="mt-14 rounded-xl bg-tint p-6 md:p-8">
      <h2 className={h2}>{t.buttonPage.tryTitle}</h2>
      <p className="mt-3 max-w-[60ch] text-body text-ink-2">{t.buttonPage.tryText}</p>
      <a
        href={search.url}
        target="_blank"
        rel="noreferrer"
        className={`${button.link} mt-3 max-md:my-0 text-control`}
      >
        {t.buttonPage.tryLink}
        <Icon name="external" size={18} />
      </a>
    </section>
  );
}

/** Where a bookmark can do nothing, a saved page does. */
function Otherwise() {
  const t = useButtonTexts();
  const { status } = useSession();
  const go = useGo();
  return (
    <section>
      <h2 className={h2}>{t.buttonPage.failsTitle}</h2>
      <p className="mt-3 text-body text-ink-2">{t.buttonPage.failsText}</p>
      {status === 'signed_in' && (
        <PageDrop onStarted={(jobId) => go(paths.list(`import=${encodeURIComponent(jobId)}`))} />
      )}
      {status === 'signed_out' && (
        <Link to={paths.login} className={`${button.link} mt-3 max-md:my-0`}>
          {t.buttonPage.failsSignedOut}
        </Link>
      )}
    </section>
  );
}
