type Props = {
  /** Positions 0–100 of the lower and the upper thumb. */
  value: readonly [number, number];
  labels: readonly [string, string];
  describe: (position: number, thumb: 0 | 1) => string;
  onChange: (value: [number, number]) => void;
  onCommit: () => void;
};

/** Two native range inputs over one track: keyboard, touch and screen readers for free. */
export function RangeSlider({ value, labels, describe, onChange, onCommit }: Props) {
  const move = (thumb: 0 | 1, position: number) =>
    onChange(
      thumb === 0 ? [Math.min(position, value[1]), value[1]] : [value[0], Math.max(position, value[0])],
    );
  return (
    <div className="relative -my-3 h-11">
      <div className="absolute inset-x-0 top-[21px] h-0.5 bg-rule-2" />
      <div
        className="absolute top-[21px] h-0.5 bg-accent"
        style={{ left: `${value[0]}%`, right: `${100 - value[1]}%` }}
      />
      {([0, 1] as const).map((thumb) => (
        <input
          key={thumb}
          type="range"
          min={0}
          max={100}
          value={value[thumb]}
          aria-label={labels[thumb]}
          aria-valuetext={describe(value[thumb], thumb)}
          className="range-thumb -left-[13.5px]! w-[calc(100%+27px)]!"
          onChange={(event) => move(thumb, Number(event.target.value))}
          onPointerUp={onCommit}
          onBlur={onCommit}
        />
      ))}
    </div>
  );
}
