/** Names and values under thin rules. */
export function FactList({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="text-control">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-rule py-2.75">
          <dt className="flex-none text-ink-2">{name}</dt>
          <dd className="text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
