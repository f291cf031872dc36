/**
 * Every shape that passes between the page's modules, as JSDoc types; nothing here runs.
 *
 * Readings, errors and scores are what rankproof.bridge answers; State is what the page itself remembers.
 */

/**
 * What to score: text, or a file that the worker mounts at a path; (id, revision) stands for the content.
 * @typedef {{id: string, revision: number, name: string, text: string}} TextInput
 * @typedef {{id: string, revision: number, name: string, path: string}} FileInput
 * @typedef {TextInput | FileInput} Input
 * @typedef {{path: string, file: File}} Attachment
 * @typedef {{action: string} & Record<string, unknown>} Request
 */

/**
 * @typedef {object} Note
 * @property {"info" | "warning"} level
 * @property {string} code
 * @property {string} text
 * @property {number | null} count
 * @property {number | null} line
 * @property {string[]} examples
 */

/**
 * @typedef {object} Problem
 * @property {string} message
 * @property {number | null} line
 * @property {number | null} column  counts characters of `text` from 1
 * @property {string | null} text
 * @property {string | null} expected
 * @property {string | null} hint
 */

/**
 * @typedef {object} InputError
 * @property {"input"} kind
 * @property {string} source
 * @property {Problem[]} problems
 * @property {number} more
 * @property {boolean} swap
 */

/**
 * @typedef {object} Reading
 * @property {string} id
 * @property {string} name
 * @property {string | null} form
 * @property {string} summary
 * @property {Note[]} notes
 * @property {InputError | null} error
 */

/**
 * @typedef {{name: string, row: string, label: string, mean_label: string, whole: boolean, own?: string}} Measure  row: in the
 *   catalog; own: what the user's own measure says of itself
 *
 * @typedef {object} QueryColumns
 * @property {string[]} id  in natural order: the index is the sort key of the Query column
 * @property {number[]} judged
 * @property {number[]} relevant
 * @property {number[]} retrieved
 * @property {number[][]} values  one list a measure
 *
 * @typedef {object} RunScores
 * @property {string} id
 * @property {string} name
 * @property {number[]} mean
 * @property {number} averaged
 * @property {string} sentence
 * @property {Note[]} notes
 * @property {QueryColumns} queries
 * @property {{query: string, reason: string}[]} left_out
 * @property {boolean} [older]  set by the page: these are the run's scores from before its input had an error
 *
 * @typedef {{measures: Measure[], settings: object, convention: string, runs: RunScores[]}} Scores
 */

/**
 * @typedef {{kind: string, message: string, source: string | null, hint: string | null}} Fault
 * @typedef {{judgements: Reading | null, runs: (Reading | null)[], scores: Scores | null, code?: CodeReport}} Answer
 * @typedef {{id: string, role: "judgements" | "results" | "unknown", form: string | null, why: string}} Kind
 */

/**
 * The catalog: what can be chosen, described by the Python package.
 * @typedef {{value: string, label: string, help: string}} Choice
 * @typedef {{name: string, label: string, help: string, values: Choice[]}} Setting
 * @typedef {Record<string, string | number | null>} Values
 * @typedef {{name: string, label: string, help: string, values: Values}} Preset
 *
 * @typedef {object} MeasureRow
 * @property {string} name  trec_eval's, or in its style
 * @property {string | null} ir_name  as ir_measures writes it
 * @property {string[]} spellings  without parameters, the one that the page writes first
 * @property {string} family
 * @property {string} label
 * @property {string} mean_label
 * @property {string} shown  "mean" where only the mean means something
 * @property {string} parameters  "none", "cutoffs", "levels", "numbers" or "pairs"
 * @property {number[]} defaults
 * @property {[number, number]} allowed  the lowest and highest level or number
 * @property {string[]} options  what may stand in brackets
 * @property {string[]} needs  what must
 * @property {Record<string, number>} start  the value of p, T and max_rel where none is given
 * @property {string} written  the formula in signs
 * @property {string} help
 * @property {[number | null, number | null] | null} range
 * @property {string} source
 *
 * @typedef {object} Catalog
 * @property {string} version
 * @property {Setting[]} settings
 * @property {Preset[]} presets
 * @property {Record<string, [number, number]>} limits
 * @property {MeasureRow[]} measures  by family
 * @property {string[]} default_measures  {k} stands for the page's k
 * @property {{name: string, members: string[]}[]} groups
 * @property {{sign: string, help: string}[]} signs  of the formulas
 * @property {Record<"query" | "aggregate", {name: string, help: string}[]>} own_measure  what a measure of one's own is given
 */

/**
 * @typedef {object} Example
 * @property {string} id
 * @property {string} [label]
 * @property {string} [title]
 * @property {string} [what]
 * @property {string} judgements
 * @property {string} results
 * @property {Values} [settings]
 */

/**
 * One input box: typed text, or a file kept as it is.
 * @typedef {object} Box
 * @property {string} id  "judgements", "run-1", "run-2", ...
 * @property {number} revision  raised on every change of content
 * @property {string} name  the file's name, or ""
 * @property {string} text
 * @property {File | null} file
 * @property {boolean} example  an example that nobody has edited
 */

/**
 * What a box is given: an opened file either as text or kept as it is.
 * @typedef {{text?: string, file?: File | null, name?: string, example?: boolean}} Content
 */

/**
 * @typedef {object} Settings
 * @property {string} preset
 * @property {string | null} k  as typed; null when the field holds something that is not a number
 * @property {Values} changed  the settings that differ from the preset
 */

/**
 * @typedef {{state: "loading" | "ready" | "busy" | "failed", message?: string, detail?: string,
 *   from?: "snapshot" | "files", workers?: number}} EngineStatus
 * @typedef {{input: string, done: number, total: number | null, rows?: number, queries?: number}} Progress  input is ""
 *   for several runs together
 * @typedef {{column: string, descending: boolean}} Order
 * @typedef {{judgements: Box, runs: Box[], chosen: string, settings: Settings}} Work  what the reader made
 * @typedef {{text: string, undo: Work | null}} Message
 */

/**
 * What Python says of the user's own code. A measure or query is named where the error is one's alone.
 * @typedef {object} CodeError
 * @property {string} message
 * @property {number | null} line
 * @property {number | null} column
 * @property {string | null} text  the line
 * @property {string | null} hint
 * @property {string | null} measure
 * @property {string | null} query
 * @property {number} more  other queries on which the measure failed
 *
 * @typedef {object} CodeReport
 * @property {number} revision
 * @property {string[]} measures
 * @property {string} output  what it printed
 * @property {number} cut  characters of that which were left out
 * @property {CodeError[]} errors
 *
 * @typedef {{id: string, title: string | null, problem: string | null, needs: string[]}} CheckedWheel
 * @typedef {{error: CodeError | null, errors: CodeError[], wheels: CheckedWheel[]}} CodeCheck  errors: that one, or none
 *
 * @typedef {object} Code
 * @property {string} text  in the editor
 * @property {string | null} ran  what is scored with; null until Run is pressed, so that text from elsewhere waits
 * @property {number} revision  raised at each Run
 * @property {{id: string, file: File}[]} wheels  that it may import
 * @property {number} limit  seconds
 * @property {boolean} running
 * @property {"" | "limit" | "stopped" | "died"} stopped  why it waits for Run again
 * @property {CodeReport | null} report  of the last scores
 * @property {CodeCheck | null} check  of the text as typed
 */

/**
 * @typedef {object} State
 * @property {EngineStatus} engine
 * @property {Catalog | null} catalog
 * @property {Example[]} examples
 * @property {Example[]} forms
 * @property {Box} judgements
 * @property {Box[]} runs  at least one
 * @property {string} chosen  the id of the run that is shown
 * @property {Settings} settings
 * @property {string[] | null} measures  names in their order, {k} standing for k; null for the default ones
 * @property {Code} code
 * @property {Record<string, Reading>} readings  by box id
 * @property {Scores | null} scores  the last good ones
 * @property {"" | "error" | "updating" | "stopped"} older  why the scores shown are not the present ones
 * @property {Fault | null} fault  a setting that cannot be used, or a failure of our own
 * @property {Progress | null} progress
 * @property {boolean} slow  work has gone on long enough to offer Stop
 * @property {boolean} sorting  dropped files are being told apart
 * @property {Message | null} message
 * @property {number} counter  the last revision or run number given out; never goes back
 * @property {{means: Order, queries: Order, filter: string}} view
 */

/**
 * What panels may ask for; main.js makes them.
 * @typedef {object} Actions
 * @property {(id: string, text: string, fresh?: boolean) => void} edit
 * @property {(id: string) => void} clear
 * @property {(files: File[], target: string | null) => void} open
 * @property {(example: Example) => void} load
 * @property {(id: string) => void} swap
 * @property {() => void} addRun
 * @property {(id: string) => void} removeRun
 * @property {(id: string) => void} choose
 * @property {(k: string | null) => void} setK
 * @property {(name: string, value: string | null) => void} setSetting
 * @property {(name: string) => void} setPreset
 * @property {(names: string[] | null) => void} setMeasures
 * @property {(name: string) => Promise<Fault | null>} nameMeasure  adds any name that Python knows; else what is wrong
 * @property {(table: "means" | "queries", column: string) => void} sort
 * @property {(text: string) => void} filter
 * @property {(text: string) => void} editCode
 * @property {() => void} runCode
 * @property {() => void} dropCode
 * @property {(seconds: number) => void} setCodeLimit
 * @property {(files: File[]) => void} addWheels
 * @property {(id: string) => void} removeWheel
 * @property {(text: string) => void} tell
 * @property {() => void} stop
 * @property {() => void} again
 * @property {() => void} retry
 * @property {() => void} undo
 * @property {() => void} dismiss
 */

export {};
