import tokenSource from '../src/styles/tokens.css?raw';

/** What each colour is for. A test holds this list against the style sheet. */
export const tokenUses: Readonly<Record<string, string>> = {
  paper: 'the page',
  'paper-2': 'hover, placeholders of photos',
  surface: 'fields, dialogs, what floats',
  ink: 'text',
  'ink-2': 'second text',
  'ink-3': 'captions, hints',
  rule: 'lines between things',
  'rule-2': 'edges of buttons; decoration only',
  field: 'edges of fields (3:1)',
  accent: 'the one thing to press, links, focus',
  'accent-hover': 'accent under the pointer',
  'on-accent': 'text on accent',
  tint: 'selection, a bar with news',
  amazing: 'clearly below the market',
  fair: 'about the market',
  poor: 'above the market, errors',
  none: 'no estimate',
  band: 'the market on a price line; never alone',
};

const sizes = {
  caption: 'text-caption',
  meta: 'text-meta',
  control: 'text-control',
  body: 'text-body',
  lead: 'text-lead',
  h3: 'text-h3 font-semibold',
  h2: 'text-h2 font-semibold tracking-[-0.03em]',
};

/** The declarations of the dark scheme, for showing it to whoever's system is light, and the other way round. */
export function schemeOf(scheme: 'light' | 'dark', source: string = tokenSource): string {
  const blocks = [...source.matchAll(/:root \{([^}]*)\}/g)].map(([, declarations]) => declarations!.trim());
  return blocks[scheme === 'light' ? 0 : 1] ?? '';
}

export function Tokens() {
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-x-6 gap-y-3">
        {Object.entries(tokenUses).map(([name, use]) => (
          <li key={name} className="flex items-center gap-3">
            <span
              className="size-10 flex-none rounded-md border border-rule-2"
              style={{ background: `var(--${name})` }}
            />
            <span>
              <b className="block text-control font-semibold">{name}</b>
              <span className="block text-caption text-ink-2">{use}</span>
            </span>
          </li>
        ))}
      </ul>
      <ul className="mt-8 border-t border-rule">
        {Object.entries(sizes).map(([size, look]) => (
          <li key={size} className="flex items-baseline gap-6 border-b border-rule py-2">
            <span className="w-20 flex-none text-caption text-ink-3">{size}</span>
            <span className={look}>118.000 kr. Škoda på Sjælland</span>
          </li>
        ))}
      </ul>
    </>
  );
}
