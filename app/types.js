/**
 * Every shape that passes between the page's modules, as JSDoc types; nothing here runs.
 *
 * Readings, errors and scores are what rankproof.bridge answers; State is what the page itself remembers.
 */

/**
 * What to score: text, or a file that the worker mounts at a path; (id, revision) stands for the content.
 * @typedef {{id: string, revision: number, name: string, text: string, mends?: string[]}} TextInput
 * @typedef {{id: string, revision: number, name: string, path: string, mends?: string[]}} FileInput
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
 * @property {Diagnosis[]} [diagnoses]  of a run that there are judgements for
 */

/**
 * What looks wrong, and ways to mend it here; a mend is a word of Python's.
 * @typedef {{label: string, mends: string[]}} Mending
 *
 * @typedef {object} Diagnosis
 * @property {string} code
 * @property {string} text  the evidence
 * @property {string} effect  on the numbers
 * @property {string} mend  what to do
 * @property {number} many
 * @property {string[]} examples
 * @property {Mending[]} mendings
 * @property {"warning" | "info"} level  info: it may well be right
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
 * A comparison names runs and measures by their places.
 *
 * @typedef {[number, number]} Interval
 *
 * @typedef {object} Outcome
 * @property {string} test
 * @property {number | null} statistic
 * @property {number | null} p
 * @property {string} method
 * @property {number | null} df
 * @property {Interval | null} interval  the bootstrap's own
 * @property {Interval | null} percentile
 * @property {string | null} note
 * @property {number | null} p_adjusted
 * @property {boolean} significant
 *
 * @typedef {object} Pair
 * @property {number} measure
 * @property {number} baseline
 * @property {number} run
 * @property {number} mean_baseline
 * @property {number} mean_run
 * @property {number} difference
 * @property {Interval | null} interval
 * @property {number | null} effect_size
 * @property {number} wins
 * @property {number} ties
 * @property {number} losses
 * @property {number} queries
 * @property {Outcome[]} outcomes  one a test
 *
 * @typedef {object} ComparedRun
 * @property {string} id
 * @property {string} name
 * @property {number} queries
 * @property {number[]} mean
 * @property {(Interval | null)[]} interval
 * @property {(number | null)[]} judged  one a cut-off
 * @property {(Interval | null)[]} bounds  of RBP
 *
 * @typedef {object} Comparison
 * @property {Measure[]} measures
 * @property {number[]} cutoffs
 * @property {ComparedRun[]} runs
 * @property {number | null} baseline  null for all pairs
 * @property {{name: string, label: string}[]} tests
 * @property {{name: string, label: string}} correction
 * @property {number} alpha
 * @property {number} resamples
 * @property {number} seed
 * @property {{text: string, sizes: number[]}} family
 * @property {string} tie_rule
 * @property {Pair[]} comparisons
 * @property {Note[]} notes
 * @property {string[]} advice
 * @property {Record<string, string>} references
 * @property {string} convention
 */

/**
 * @typedef {{name: string, label: string, values: number[][]}} AtK  a list for each run
 * @typedef {{runs: string[], cutoffs: number[], levels: number[], at_k: AtK[], interpolated: number[][]}} Curves
 *
 * @typedef {{document: string, grade: number | null, relevant: boolean, others: (number | null)[]}} RankedRow
 * @typedef {{retrieved: number, found: number, rows: RankedRow[]}} Ranked
 * @typedef {{query: string, judged: number, relevant: number, runs: Ranked[]}} Rankings
 */

/**
 * The tables of other conventions, and what ties and unjudged results leave open of each mean.
 *
 * @typedef {object} ConventionCell
 * @property {string} convention
 * @property {string} title
 * @property {"this page" | "tested" | "documented"} status  what the column rests on
 * @property {number | null} value  null where the tool lacks the measure
 * @property {number} queries  averaged
 * @property {boolean} differs  at the digits shown
 * @property {string[]} reasons
 * @property {{query: string, yours: number, theirs: number}[]} differences  largest first
 * @property {number} more  queries that differ besides
 *
 * @typedef {{measure: string, label: string, value: number, cells: ConventionCell[]}} ConventionRow
 * @typedef {{rows: ConventionRow[]}} ConventionTable
 * A proof is the working behind one number; the last of its lines is that number.
 *
 * @typedef {{title: string, columns: string[], rows: (string | number | null)[][], left_out: string}} ProofTable
 * @typedef {{name: string, expression: string, mathml: string, value: number}} ProofLine
 *
 * @typedef {object} Proof
 * @property {string | null} query  null for the mean
 * @property {string} label
 * @property {string} written  the formula in signs
 * @property {string} source
 * @property {number | null} value  null where a measure of the user's own failed
 * @property {ProofTable[]} tables
 * @property {ProofLine[]} lines
 * @property {string[]} notes
 * @property {string} settings
 * @property {{text: string, markdown: string}} printed
 * @property {CodeReport} [code]
 *
 * @typedef {object} ProofPlace  which number is proved
 * @property {string} run
 * @property {string | null} query  null for the mean
 * @property {string} measure  its name
 * @property {string} label
 * @property {string} meanLabel
 * @property {string} queryLabel
 * @property {boolean} whole
 * @property {boolean} own  a measure of the user's own
 * @property {number | null} k
 *
 * @typedef {object} TieRange
 * @property {number} value
 * @property {number} lowest
 * @property {number} highest
 * @property {number | null} expected
 * @property {number} error  the standard error of expected
 * @property {boolean} exact
 * @property {number} tied  ranks in a tie
 * @property {number} ranks  ranks that count
 * @property {boolean} matters
 *
 * @typedef {{measure: string, label: string, mean: TieRange, queries: Record<string, TieRange>, open: number}} TieRanges
 *   queries: the widest of the `open` ones
 *
 * @typedef {{measure: string, label: string} & Unjudged} UnjudgedRow
 * @typedef {{ties: TieRanges[], unjudged: UnjudgedRow[]}} Left
 *
 * @typedef {object} Elsewhere
 * @property {boolean} open
 * @property {ConventionTable | null} table
 * @property {Scores | null} tableScores  the scores that the table stands beside
 * @property {Left | null} left
 * @property {Scores | null} leftScores
 * @property {unknown[] | null} of  what both were asked for
 * @property {"" | "updating" | "stopped" | "error"} older
 * @property {Fault | null} fault
 * @property {"" | "conventions" | "ranges"} working
 *
 * @typedef {{unjudged: number, results: number, not_relevant: number, relevant: number, removed: number}} Unjudged
 * @typedef {{ties: TieRange | null, unjudged: Unjudged | null}} Bounds  null where it is not worked out
 * @typedef {{measure: string, lowest: number, highest: number}} TieMark
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
 * @property {string[]} mends  that it is read with
 */

/**
 * What a box is given: an opened file either as text or kept as it is.
 * @typedef {{text?: string, file?: File | null, name?: string, example?: boolean, mends?: string[]}} Content
 */

/**
 * @typedef {object} Settings
 * @property {string} preset
 * @property {string | null} k  as typed; null when the field holds something that is not a number
 * @property {Values} changed  the settings that differ from the preset
 */

/**
 * What the engine is at. `message` and `detail` say more in words, `from` is what Python was started from once it is,
 * and `workers` how many took part in the last answer.
 * @typedef {{state: "loading" | "ready" | "busy" | "failed", message?: string, detail?: string,
 *   from?: From, workers?: number}} EngineStatus
 */

/**
 * What is asked of the workers that score.
 * @typedef {object} Engine
 * @property {(request: Request, files?: Attachment[]) => Promise<{ok?: unknown, error?: Fault}>} call
 * @property {() => void} stop
 * @property {() => void} retry
 * @property {() => void} prepare
 */

/**
 * What Python starts from, each to go to the worker as soon as it is here; and from what it was started.
 * @typedef {object} Parts
 * @property {Promise<ArrayBuffer | null>} snapshot
 * @property {Promise<Lock>} lock
 * @property {Promise<WebAssembly.Module>} module
 * @property {Promise<Rest>} rest  what Python needs afterwards, or without a snapshot
 *
 * @typedef {{packages: Record<string, {file_name: string, sha256: string}>}} Lock
 * @typedef {{library: ArrayBuffer, wheels: ArrayBuffer[]}} Rest
 * @typedef {"snapshot" | "files"} From
 */

/**
 * What the page says to a worker, of each part once, whenever it is known; and what the worker says: `lacking` that it
 * needs the rest again.
 * @typedef {{type: "call", id: number, request: string, files: Attachment[]}} Call
 * @typedef {{type: "part", name: keyof Parts, value: any} | {type: "lost", name: keyof Parts, detail: string} | Call}
 *   Told
 * @typedef {{type: "listening"} | {type: "ready", from: From} | {type: "failed", detail: string} |
 *   {type: "progress", id: number, text: string} | {type: "answer", id: number, text: string} |
 *   {type: "lacking"} | {type: "broken", detail: string}} Said
 */

/**
 * One worker that scores, as the page has it.
 * @typedef {object} Link
 * @property {Promise<From>} ready  fulfilled once Python is there, rejected when it never will be
 * @property {(parts: Parts) => void} begin  gives it what Python starts from, each part once it is here
 * @property {(request: string, files: Attachment[], hear: (progress: any) => void) => Promise<string>} ask  one at a
 *   time, once it is ready; rejected with the name WorkerDied or Stopped when the worker ends before it has answered
 * @property {() => void} close  ends the worker
 * @property {() => void} onLacking  called when it needs a part again that it could not have
 * @property {(detail: string) => void} onEnd  told why a worker that was ready has ended by itself
 */

/**
 * How far a file has been read, in bytes, and what was found in it, `input` being "" for several runs together; how far
 * a comparison or a table is, in percents; that a user's own code begins or ends, which is said of superseded calls too.
 * @typedef {{input: string, done: number, total: number | null, rows?: number, queries?: number}} ReadProgress
 * @typedef {{stage: "resampling" | "conventions" | "ranges", done: number, total: number}} TestProgress
 * @typedef {{stage: "code", running: boolean}} CodeProgress
 * @typedef {ReadProgress | TestProgress | CodeProgress} Progress
 */

/**
 * @typedef {{column: string, descending: boolean}} Order
 * @typedef {Pick<State, "judgements" | "runs" | "chosen" | "settings" | "measures" | "code" | "compare" | "view" |
 *   "arrival">} Work  what the reader made, and what a link or session can change
 * @typedef {{text: string, undo: {before: Work, after: Work} | null}} Message  undo: what an action changed
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
 * How to compare, as chosen.
 * @typedef {object} CompareChoices
 * @property {string} baseline  the id of a run; the first one's where no run has it
 * @property {boolean} pairs  all pairs of runs, and not each with the baseline
 * @property {string[] | null} tests  null for the usual ones
 * @property {string} correction
 * @property {string} across
 * @property {number} alpha
 * @property {number} resamples
 * @property {number} seed
 */

/**
 * What is looked at in the comparison.
 * @typedef {object} CompareView
 * @property {boolean} intervals  shown in the table of mean scores
 * @property {string} measure  its name; the first where no measure has it
 * @property {string} run  the id of the run that is held against the baseline in pictures
 * @property {string} picture
 * @property {boolean} data  whether the picture's data are shown
 * @property {string | null} query  whose rankings are shown side by side
 */

/**
 * An answer, and whether it is the present one; `of` is what it was asked for.
 * @template T
 * @typedef {{answer: T | null, fault: Fault | null, older: "" | "updating" | "stopped" | "error", of: unknown}} Asked
 */

/**
 * What a link, a session or kept work has brought, and what of it is still to be done.
 * @typedef {object} Arrival
 * @property {"link" | "session" | "kept"} from
 * @property {string} problem  why it could not be opened
 * @property {string[]} boxes  what stands for the content of each box that came
 * @property {boolean} code  some came, and waits for Run
 * @property {{id: string, name: string}[]} missing  inputs that were left out
 * @property {string[]} packages  wheels that were
 * @property {string[]} told  fields that this page does not know
 *
 * @typedef {{on: boolean, at: number | null, problem: string}} Keeping  at: when work was last kept on this device
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
 * @property {boolean} comparing  a comparison is being worked out
 * @property {boolean} aside  so is something else that gives way to scores
 * @property {boolean} scoring  scores are
 * @property {CompareChoices} compare
 * @property {Asked<Comparison>} comparison
 * @property {Asked<Curves>} curves
 * @property {Asked<Rankings>} rankings
 * @property {Elsewhere} elsewhere
 * @property {ProofPlace | null} proving  the number whose proof is shown
 * @property {Asked<Proof>} proof
 * @property {Asked<Bounds>} bounds
 * @property {{of: unknown, runs: Record<string, TieMark[]>}} tieMarks  of these scores, by run
 * @property {{means: Order, queries: Order, filter: string, compare: CompareView}} view
 * @property {Arrival | null} arrival
 * @property {Keeping} keeping
 */

/**
 * What panels may ask for; main.js makes them.
 * @typedef {object} Actions
 * @property {(id: string, text: string, fresh?: boolean) => void} edit
 * @property {(id: string) => void} clear  an attached file
 * @property {(id: string) => void} empty  a box
 * @property {(files: File[], target: string | null) => void} open
 * @property {() => void} prepare  a file is about to be opened
 * @property {(example: Example) => void} load
 * @property {(id: string) => void} swap
 * @property {(change: (state: State) => State) => void} change  of the inputs, by what is loaded only when wanted
 * @property {() => void} addRun
 * @property {(id: string) => void} removeRun
 * @property {(id: string) => void} choose
 * @property {(k: string | null) => void} setK
 * @property {(name: string, value: string | null) => void} setSetting
 * @property {(name: string) => void} setPreset
 * @property {(names: string[] | null, said?: string) => void} setMeasures  said: of what this takes away
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
 * @property {(part: Partial<CompareChoices>) => void} setCompare
 * @property {(part: Partial<CompareView>) => void} showCompare
 * @property {() => void} watchComparison  from now on runs are compared whenever their scores are new
 * @property {() => void} compareAgain
 * @property {(open: boolean) => Promise<void>} openTables
 * @property {() => void} tablesAgain
 * @property {(citations: boolean) => Promise<void>} copyMethods
 * @property {(table: string) => Promise<void>} exportTable
 * @property {() => void} stop
 * @property {() => void} again
 * @property {() => void} retry
 * @property {() => Promise<void>} undo
 * @property {() => void} dismiss
 */

export {};
