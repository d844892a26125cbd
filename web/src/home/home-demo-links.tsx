import { useAbout } from '../api/use-about.ts';
import { useLanguage } from '../i18n/language.tsx';
import { keepLink } from '../imports/waiting-link.ts';
import { paths } from '../paths.ts';
import { button } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { notify } from '../ui/notices.tsx';

/** The others are linked on the demo marketplace's own first page. */
const mostShown = 4;

/** Only where the installation brings a demo marketplace: searches to try. */
export default function DemoLinks({ headingClass }: { headingClass: string }) {
  const { language, texts: t } = useLanguage();
  const about = useAbout();
  if (!about?.demo) return null;
  const searches = about.demo.links.filter((link) => link.kind === 'search').slice(0, mostShown);
  return (
    <section className="column pt-20 md:pt-28">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 className={headingClass}>{t.home.demoTitle}</h2>
        <a href={about.demo.origin} target="_blank" rel="noreferrer" className={button.link}>
          {t.home.demoOpen}
          <Icon name="external" size={18} />
        </a>
      </div>
      <p className="mt-3 max-w-[60ch] text-body text-ink-2">{t.home.demoText}</p>
      <ul className="mt-6 border-t border-rule">
        {searches.map((link) => (
          <li
            key={link.url}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3"
          >
            <span className="min-w-0">
              <b className="font-semibold">{(language === 'da' && link.danishTitle) || link.title}</b>
              <span className="block truncate text-meta text-ink-3">{link.url}</span>
            </span>
            <Link
              to={paths.register}
              onClick={() => {
                keepLink(link.url);
                notify(t.home.signInFirst);
              }}
              className={`${button.link} text-control`}
            >
              {t.home.demoUse}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
