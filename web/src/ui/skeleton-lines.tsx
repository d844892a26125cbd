type Props = { count: number; className?: string };

/** Stands where a list of facts comes, in about its height. */
export function SkeletonLines({ count, className = '' }: Props) {
  return (
    <div aria-busy="true" className={`${className} border-t border-rule`}>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={line} className="flex justify-between gap-6 border-b border-rule py-6">
          <span className="skeleton h-4 w-2/5" />
          <span className="skeleton h-4 w-1/5" />
        </div>
      ))}
    </div>
  );
}
