/** Takes exactly the room of a card (grid) or a row (list), so that nothing moves when the cars arrive. */
export function CardSkeleton({ mode }: { mode: 'grid' | 'list' }) {
  if (mode === 'list') {
    return (
      <div aria-hidden="true" className="grid grid-cols-[112px_1fr] gap-4 sm:grid-cols-[168px_1fr] lg:gap-6">
        <div className="skeleton aspect-3/2 rounded-lg" />
        <div>
          <div className="skeleton h-5 w-24" />
          <div className="skeleton mt-2 h-6 w-3/5" />
          <div className="skeleton mt-2 h-5 w-2/5" />
        </div>
      </div>
    );
  }
  return (
    <div aria-hidden="true" className="flex flex-col">
      <div className="skeleton aspect-3/2 rounded-lg rounded-bl-none" />
      <div className="skeleton mt-2.5 h-10 w-2/5 sm:h-9" />
      <div className="skeleton mt-0.5 h-6 w-3/5 sm:h-5" />
      <div className="mt-2 aspect-[274/30]" />
      <div className="skeleton mt-0.5 h-4 w-1/2" />
      <div className="mt-3.5 border-t border-rule pt-3">
        <div className="skeleton h-6 w-4/5 sm:h-5" />
      </div>
      <div className="skeleton mt-1 h-5 w-2/5" />
      <div className="mt-2 h-5" />
    </div>
  );
}
