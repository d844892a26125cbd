import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useAbout } from '../api/queries.ts';
import { useTexts } from '../i18n/language.tsx';
import { keepLink } from '../imports/waiting-link.ts';
import { paths } from '../paths.ts';
import { LinkField } from '../ui/link-field.tsx';
import { LinkOutcome, useReadLink } from '../ui/link-outcome.tsx';
import { useGo } from '../ui/navigation.ts';
import { notify } from '../ui/notices.tsx';
import { HomeExample } from './home-example.tsx';

/** What stands below the first windows is taken over later. */
const Below = lazy(() => import('./home-below.tsx'));
/** A deployed site has none. */
const DemoLine = lazy(() => import('./home-demo-line.tsx'));

/** For visitors: what the product is, in five seconds and real numbers. */
export default function Home() {
  return (
    <>
      <Opening />
      <HomeExample />
      <Suspense>
        <Below />
      </Suspense>
    </>
  );
}

/** The link typed here waits in the import field behind the sign-in: nobody signs up for one that cannot be imported. */
function Opening() {
  const t = useTexts();
  const about = useAbout();
  const go = useGo();
  const readLink = useReadLink();
  const [link, setLink] = useState('');
  const [isPressed, setPressed] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    setPressed(true);
    if (link.trim() === '') return field?.focus();
    const reading = await readLink(link);
    if (reading?.isOk === false) return field?.focus();
    keepLink(link);
    notify(t.home.signInFirst);
    go(paths.register);
  };
  return (
    <section className="column pt-10 md:pt-14">
      <div className="grid items-end gap-x-12 gap-y-5 xl:grid-cols-[1fr_372px]">
        <h1 className="text-[46px]/[46px] tracking-[-0.042em] sm:text-[64px]/[64px] lg:text-[80px]/[78px]">
          {t.home.title}
        </h1>
        <p className="max-w-[46ch] text-lead text-ink-2 xl:pb-1.5">{t.home.lead}</p>
      </div>
      <div className="mt-7">
        <LinkField
          value={link}
          label={t.home.linkLabel}
          placeholder={t.home.linkPlaceholder}
          action={t.home.rate}
          shortAction={t.home.rate}
          isDisabled={false}
          size="large"
          onChange={(typed) => {
            setLink(typed);
            setPressed(false);
          }}
          onSubmit={submit}
        />
        {isPressed && link.trim() === '' && (
          <p role="alert" className="mt-3 text-control font-semibold text-poor">
            {t.home.linkMissing}
          </p>
        )}
        <LinkOutcome link={link} isPressed={isPressed} />
        <div className="mt-3">
          {/* Its place is kept, whether there is one or not. */}
          <div className="min-h-11 md:min-h-6">
            <Suspense>{about?.demo && <DemoLine />}</Suspense>
          </div>
          <p className="text-caption text-ink-2">{t.home.note}</p>
        </div>
      </div>
    </section>
  );
}
