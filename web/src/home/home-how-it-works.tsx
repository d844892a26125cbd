import type { ReactNode } from 'react';
import { formatKroner, formatNumber } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { NumberPlate } from '../ui/number-plate.tsx';
import { PriceLine, placeOnLine } from '../ui/price-line.tsx';
import { exampleLine, exampleLink, examplePlate } from './home-example-car.ts';

/** Three steps hang on one rule: the price line again. */
export function HowItWorks() {
  const t = useTexts();
  return (
    <ol className="relative mt-4 grid gap-8 md:grid-cols-3 md:before:absolute md:before:inset-x-0 md:before:top-16 md:before:border-t md:before:border-rule-2">
      <Step title={t.home.pasteTitle} text={t.home.pasteText}>
        <div className="flex h-14 w-full max-w-86 items-center gap-2.5 rounded-[10px] border border-field bg-surface px-4.5 text-control">
          <Icon name="link" size={18} className="text-ink-3" />
          <span className="truncate">{exampleLink}</span>
        </div>
      </Step>
      <Step title={t.home.lookUpTitle} text={t.home.lookUpText}>
        <div className="relative bg-paper px-4.5 py-3.5">
          <Corner place="top-0 left-0 border-t border-l rounded-tl-[10px]" />
          <Corner place="top-0 right-0 border-t border-r rounded-tr-[10px]" />
          <Corner place="bottom-0 left-0 border-b border-l rounded-bl-[10px]" />
          <Corner place="right-0 bottom-0 border-r border-b rounded-br-[10px]" />
          <NumberPlate plate={examplePlate} large />
        </div>
      </Step>
      <Step title={t.home.gapTitle} text={t.home.gapText}>
        <LabelledLine />
      </Step>
    </ol>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="relative">
      <div className="flex h-32 items-center">{children}</div>
      <h3 className="mt-5 text-[22px]/7 tracking-[-0.015em]">{title}</h3>
      <p className="mt-1.5 max-w-[34ch] text-body text-ink-2">{text}</p>
    </li>
  );
}

function Corner({ place }: { place: string }) {
  return <span aria-hidden="true" className={`absolute size-4 border-accent ${place}`} />;
}

const width = 373;
const scale = 1.5;

function LabelledLine() {
  const line = exampleLine;
  const place = (dkk: number) =>
    (placeOnLine(dkk, (line.lowDkk + line.highDkk) / 2, width, 9 * scale) / width) * 100;
  return (
    <div className="relative w-full">
      <PriceLine data={line} width={width} scale={scale} />
      {/* Attributes of a drawing: the policy forbids style attributes on a page that was built ahead. */}
      <svg
        aria-hidden="true"
        className="absolute inset-x-0 top-full h-6 w-full overflow-visible text-control font-semibold"
      >
        <text x={`${place(line.priceDkk)}%`} y="1em" textAnchor="middle" className="fill-amazing">
          {formatNumber(line.priceDkk)}
        </text>
        <text x={`${place(line.avgDkk)}%`} y="1em" textAnchor="middle" className="fill-ink">
          {formatKroner(line.avgDkk)}
        </text>
      </svg>
    </div>
  );
}
