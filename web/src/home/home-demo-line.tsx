import { useAbout } from '../api/queries.ts';
import { useLanguage } from '../i18n/language.tsx';
import { keepLink } from '../imports/waiting-link.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import { notify } from '../ui/notices.tsx';

/** The others are linked on the demo marketplace's own first page. */
const mostShown = 3;

const linkLook = 'underline underline-offset-3 hover:text-accent max-md:py-3';

/** One line, and only where the installation brings a demo marketplace: searches to try. */
export default function DemoLine() {
  const { language, texts: t } = useLanguage();
  const demo = useAbout()?.demo;
  if (!demo) return null;
  const searches = demo.links.filter((link) => link.kind === 'search').slice(0, mostShown);
  return (
    <p className="flex min-h-11 items-center gap-x-4 overflow-x-auto text-caption whitespace-nowrap text-ink-2 md:min-h-6">
      <span>{t.home.demoTry}</span>
      {searches.map((link) => (
        <Link
          key={link.url}
          to={paths.register}
          className={linkLook}
          onClick={() => {
            keepLink(link.url);
            notify(t.home.signInFirst);
          }}
        >
          {(language === 'da' && link.danishTitle) || link.title}
        </Link>
      ))}
      <a href={demo.origin} target="_blank" rel="noreferrer" className={linkLook}>
        {t.home.demoOpen}
      </a>
    </p>
  );
}
