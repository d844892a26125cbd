import type { Plugin } from 'vite';

type Node = {
  type: string;
  start: number;
  end: number;
  // What is read below of a declaration, of an assignment and of what these hold.
  declarations?: { id: Node; init: Node | null }[];
  expression?: Node;
  left?: Node;
  right?: Node;
  object?: Node;
  property?: Node;
  computed?: boolean;
  name?: string;
};

const madeByCode = ['CallExpression', 'NewExpression', 'ClassExpression'];

/** `Name.property = value;` as a statement. */
function propertyWrite(statement: Node) {
  const { left, right } = statement.expression ?? {};
  if (left?.type !== 'MemberExpression' || left.computed || left.object?.type !== 'Identifier') return null;
  return { owner: left.object.name!, property: left.property!.name!, value: right! };
}

/**
 * Says of react-router's one file what the bundler cannot know of it: that whatever is called while it loads (`forwardRef`,
 * `createContext`) and each property given to what was just declared does nothing beyond the name it stands for. The package
 * says so itself (`"sideEffects": false`), but only of whole files; without this, every component it has and all that these
 * use would be loaded: its data router, its forms, its framework's prefetching. What the code does stays the same: a class's
 * property moves to where the class is made; only the names that developer tools show are left out.
 */
export function shakeRouter(): Plugin {
  return {
    name: 'shake-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.mjs$/ },
      handler(code) {
        const body = this.parse(code).body as unknown as Node[];
        const of = ({ start, end }: Node) => code.slice(start, end);
        const made = new Map<string, { init: Node; text: string }>();
        const edits: { place: Node; text: string }[] = [];
        for (const statement of body) {
          for (const { id, init } of statement.declarations ?? [])
            if (id.name && init && madeByCode.includes(init.type))
              made.set(id.name, { init, text: of(init) });
          const write = propertyWrite(statement);
          if (!write) continue;
          const owner = made.get(write.owner);
          if (write.property === 'displayName') edits.push({ place: statement, text: '' });
          else if (owner) {
            owner.text = `Object.assign(${owner.text}, { ${write.property}: ${of(write.value)} })`;
            edits.push({ place: statement, text: '' });
          }
        }
        for (const { init, text } of made.values())
          edits.push({ place: init, text: `/* @__PURE__ */ ${text}` });
        let shaken = '';
        let place = 0;
        for (const edit of edits.sort((a, b) => a.place.start - b.place.start)) {
          shaken += code.slice(place, edit.place.start) + edit.text;
          place = edit.place.end;
        }
        return shaken + code.slice(place);
      },
    },
  };
}
