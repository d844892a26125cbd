import { button } from './button.ts';
import { EmptyState } from './empty-state.tsx';
import { Link } from './link.tsx';

type Props = {
  /** What the screen is called. */
  heading: string;
  title: string;
  text: string;
  /** The one way on. */
  to: string;
  action: string;
};

/** A whole screen that has nothing to show: why, and where to go. */
export function ScreenNotice({ heading, title, text, to, action }: Props) {
  return (
    <div className="column">
      <h1 className="sr-only">{heading}</h1>
      <EmptyState title={title} text={text}>
        <Link to={to} className={button.primary}>
          {action}
        </Link>
      </EmptyState>
    </div>
  );
}
