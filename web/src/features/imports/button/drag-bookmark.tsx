import { useQuery } from '@tanstack/react-query';
import { useAbout } from '../../../api/use-about.ts';
import { useButtonTexts } from '../../../i18n/button-texts.ts';
import { paths } from '../../../paths.ts';
import { button } from '../../../ui/button.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MessageBox } from '../../../ui/message-box.tsx';
import { notify } from '../../../ui/notices.tsx';
import { bookmarkOf } from './bookmark.ts';

async function fetchCode(signal: AbortSignal): Promise<string> {
  const answer = await fetch(paths.buttonCode, { signal });
  if (!answer.ok) throw new Error(`the button's code: status ${answer.status}`);
  return (await answer.text()).trim();
}

/** The button itself, to be dragged to the bookmarks bar: made for this installation, in the reader's language. */
export function DragBookmark() {
  const t = useButtonTexts();
  const about = useAbout();
  const code = useQuery({
    queryKey: ['button-code'],
    queryFn: ({ signal }) => fetchCode(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (code.isError)
    return (
      <MessageBox kind="error">
        {t.buttonPage.failed}{' '}
        <button type="button" className={`${button.quiet} text-inherit`} onClick={() => code.refetch()}>
          {t.buttonPage.again}
        </button>
      </MessageBox>
    );
  if (!code.data || !about)
    return <p className="flex h-14 items-center text-ink-2">{t.buttonPage.loading}</p>;
  const settings = {
    receiver: location.origin,
    demoOrigin: about.demo?.origin,
    blocked: t.buttonPage.blocked,
  };
  return (
    <Bookmark
      address={bookmarkOf(code.data, settings)}
      name={t.buttonPage.bookmark}
      onPress={() => notify(t.buttonPage.notHere)}
    />
  );
}

type BookmarkProps = { address: string; name: string; onPress: () => void };

/** A bookmark is made of a link. Its address is set by hand, since React takes none that is code; pressed here it says so. */
function Bookmark({ address, name, onPress }: BookmarkProps) {
  const adopt = (link: HTMLAnchorElement | null) => {
    if (!link) return;
    const press = (event: MouseEvent) => {
      event.preventDefault();
      onPress();
    };
    link.href = address;
    link.addEventListener('click', press);
    return () => link.removeEventListener('click', press);
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: its address comes with `adopt`
    <a ref={adopt} draggable className={`${button.large} cursor-grab gap-3 active:cursor-grabbing`}>
      <Icon name="save" />
      {name}
    </a>
  );
}
