import type { ReactNode } from 'react';

/** One filter of the panel under its heading. A floated legend lays out like any other block. */
export function FilterGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="border-t border-rule pt-5 pb-6">
      <legend className="float-left mb-2 flex w-full items-center justify-between text-control font-semibold">
        {title}
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
