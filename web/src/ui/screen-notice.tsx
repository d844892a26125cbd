import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { button } from './button.ts';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';

type Words = {
  /** What the screen is called; its title if nothing else. */
  heading?: string;
  title: string;
  text: string;
};
/** `to`: the one way on; the home page if nothing is said. */
type Props = Words & { to?: string; action?: string };

/** A whole screen that has nothing to show: why, and where to go. */
export function ScreenNotice({ heading, title, text, to = paths.home, action }: Props) {
  const t = useTexts();
  return (
    <div className="column">
      <h1 className="sr-only">{heading ?? title}</h1>
      <EmptyState title={title} text={text}>
        <Link to={to} className={button.primary}>
          {action ?? t.common.backToHome}
        </Link>
      </EmptyState>
    </div>
  );
}

/** A whole screen for members, as others meet it. */
export function MembersNotice(words: Words) {
  const t = useTexts();
  return <ScreenNotice {...words} to={paths.login} action={t.shell.logIn} />;
}
