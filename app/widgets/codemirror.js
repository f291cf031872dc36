/** The code editor proper: CodeMirror in a shadow root, the only place where the page's policy lets it have its styles. */

import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  GutterMarker,
  gutterLineClass,
  keymap,
  lineNumbers,
  WidgetType,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { make } from "../dom.js";
import { sentence } from "../format.js";
import { LABEL } from "./codeplain.js";

/** @import { CodeError } from "../types.js" */
/** @import { CodeEditor } from "./codeplain.js" */

/**
 * @param {HTMLElement} host
 * @param {{change: (text: string) => void, run: () => void}} events
 * @returns {CodeEditor}
 */
export function createRichEditor(host, { change, run }) {
  const place = make("div", "code-rich");
  const root = place.attachShadow({ mode: "open" });
  let telling = true;
  const runs = () => {
    run();
    return true;
  };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      extensions: [
        keymap.of([{ key: "Mod-Enter", run: runs }]),
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        python(),
        syntaxHighlighting(COLOURS),
        wrong,
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          "aria-label": LABEL,
          "aria-description": HOW_TO_LEAVE,
          spellcheck: "false",
          tabindex: "0",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && telling) change(view.state.doc.toString());
        }),
        theme,
      ],
    }),
  });
  host.replaceChildren(place);

  /** @param {string} text @param {import("@codemirror/state").Annotation<unknown>} [how] */
  function replace(text, how) {
    const changes = { from: 0, to: view.state.doc.length, insert: text };
    view.dispatch({ changes, annotations: how ?? [] });
  }

  return {
    show(text) {
      if (view.state.doc.toString() === text) return;
      telling = false;
      replace(text);
      telling = true;
    },
    replace(text) {
      replace(text, isolateHistory.of("full"));
    },
    mark(errors) {
      view.dispatch({ effects: setErrors.of(errors) });
    },
    goTo(line) {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
    focus(at) {
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) } });
      view.focus();
    },
    leave() {
      return { text: view.state.doc.toString(), focused: view.hasFocus, at: view.state.selection.main.head };
    },
  };
}

const HOW_TO_LEAVE = "Tab indents; press Escape and then Tab to leave the editor. Control and Enter run the code.";

/** @type {import("@codemirror/state").StateEffectType<CodeError[]>} */
const setErrors = StateEffect.define();

class LineMark extends GutterMarker {
  /** @override */
  elementClass = "cm-wrong-number";
}

class Message extends WidgetType {
  /** @param {string} text */
  constructor(text) {
    super();
    this.text = text;
  }

  /** @override @param {Message} other */
  eq(other) {
    return other.text === this.text;
  }

  /** @override */
  toDOM() {
    return make("div", "cm-message", this.text);
  }
}

const atLine = Decoration.line({ class: "cm-wrong" });
const inGutter = new LineMark();

/** The lines in error, each with what is wrong below it. */
const wrong = StateField.define({
  create: () => ({ shown: Decoration.none, lines: /** @type {number[]} */ ([]) }),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setErrors)) return placed(transaction.state, effect.value);
    if (!transaction.docChanged) return value;
    return {
      shown: value.shown.map(transaction.changes),
      lines: value.lines.map((at) => transaction.changes.mapPos(at)),
    };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ shown }) => shown),
    gutterLineClass.compute([field], (state) => {
      const { lines } = state.field(field);
      return marksAt(state, lines);
    }),
  ],
});

/** @param {EditorState} state @param {CodeError[]} errors */
function placed(state, errors) {
  const here = errors.filter(({ line }) => line !== null && line <= state.doc.lines);
  const lines = here.map(({ line }) => state.doc.line(/** @type {number} */ (line)));
  const ranges = here.flatMap((error, index) => {
    const { from, to } = /** @type {import("@codemirror/state").Line} */ (lines[index]);
    const query = error.query === null ? "" : ` (query ${error.query})`;
    const message = new Message(sentence(`${error.message}${query}`));
    return [atLine.range(from), Decoration.widget({ widget: message, block: true, side: 1 }).range(to)];
  });
  return { shown: Decoration.set(ranges, true), lines: lines.map(({ from }) => from) };
}

/** @param {EditorState} state @param {number[]} lines */
function marksAt(state, lines) {
  const starts = [...new Set(lines.map((at) => state.doc.lineAt(at).from))].sort((a, b) => a - b);
  return RangeSet.of(starts.map((at) => inGutter.range(at)));
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.self], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.definition(tags.className)], fontWeight: "600" },
  { tag: [tags.meta], color: "var(--code-meta)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: "var(--small)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "var(--code-line)" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.375rem 0" },
  ".cm-cursor": { borderInlineStartColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--code-selection)",
  },
  ".cm-gutters": { color: "var(--dim)", backgroundColor: "var(--field)", border: "0" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.25rem", paddingInline: "0.375rem 0.5rem" },
  ".cm-wrong": { backgroundColor: "var(--bad-tint)" },
  ".cm-wrong-number": { color: "var(--bad)", fontWeight: "700", backgroundColor: "var(--bad-tint)" },
  ".cm-message": {
    padding: "0 0.375rem 0.125rem",
    color: "var(--bad)",
    backgroundColor: "var(--bad-tint)",
    fontFamily: "var(--sans)",
    whiteSpace: "pre-wrap",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--tint)", outline: "1px solid var(--edge)" },
});
