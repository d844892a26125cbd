import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** State of a drop-down: a press outside `box` closes it; `closeByKey` also returns the focus to the button. */
export function useDropDown() {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const closeByKey = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return { isOpen, setOpen, box, opener, closeByKey };
}

type MenuItem = { id: string; label: string; run: () => void; isCurrent?: boolean };

type Props = { label: string; button: ReactNode; buttonClass: string; items: MenuItem[] };

/** A menu button: arrow keys move, Escape and a press outside close it, and the focus returns to the button. */
export function Menu({ label, button, buttonClass, items }: Props) {
  const { isOpen, setOpen, box, opener, closeByKey } = useDropDown();

  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }, [isOpen, box]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape' && isOpen) closeByKey();
    if (!isOpen && event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    } else if (isOpen) {
      moveFocus(box.current, event);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble from the button and the items inside
    <div ref={box} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div
          role="menu"
          aria-label={label}
          className="absolute right-0 z-30 mt-1 min-w-40 rounded-xl border border-rule bg-surface p-1 shadow-floating"
        >
          {items.map((item) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the checked state comes with the radio role alone
            <button
              key={item.id}
              type="button"
              role={item.isCurrent === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.isCurrent}
              tabIndex={-1}
              className="block w-full rounded-lg px-3 py-2 max-md:py-3 text-left text-control hover:bg-paper-2 focus:bg-paper-2 aria-checked:font-semibold"
              onClick={() => {
                setOpen(false);
                opener.current?.focus();
                item.run();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function moveFocus(box: HTMLElement | null, event: KeyboardEvent): void {
  const items = [...(box?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const current = items.indexOf(document.activeElement as HTMLElement);
  const target: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: items.length - 1,
  };
  const next = target[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
