// Made from the Python classes by spieltisch.server.typescript. Do not edit.

import type { LogLine, Sentence, Scene, Happened } from './messages'

export interface Choice {
  readonly value: string
  readonly title: string
}

export interface OptionInfo {
  readonly name: string
  readonly title: string
  readonly kind: string
  readonly default: string
  readonly choices: readonly Choice[]
}

export interface VariantInfo {
  readonly name: string
  readonly title: string
  readonly how: readonly string[]
  readonly players: readonly number[]
  readonly options: readonly OptionInfo[]
}

export interface OwnOptions {
  readonly name: string
  readonly title: string
  readonly options: Readonly<Record<string, string>>
}

export interface GameInfo {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly takes: string
  readonly measured: string
  readonly variants: readonly VariantInfo[]
  readonly screen: boolean
  readonly prints: readonly Choice[]
  readonly own: readonly OwnOptions[]
  readonly discreet: boolean
  readonly edits: boolean
}

export interface BotInfo {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly level: number
}

export interface House {
  readonly games: readonly GameInfo[]
  readonly bots: readonly BotInfo[]
  readonly usual: string
  readonly addresses: readonly string[]
  readonly version: string
  readonly lists: boolean
  readonly command: string
}

export interface SeatWanted {
  readonly who: string
  readonly name: string
  readonly coach: boolean
}

export interface ClockWanted {
  readonly per: 'move' | 'game'
  readonly seconds: number
  readonly increment: number
}

export interface OpenTable {
  readonly game: string
  readonly variant: string
  readonly seats: readonly SeatWanted[]
  readonly options: Readonly<Record<string, string>>
  readonly games: number
  readonly clock?: ClockWanted | null
  readonly dice: 'checkable' | 'real'
  readonly discreet: boolean
}

export interface BranchWanted {
  readonly event: number
  readonly seat: number
  readonly bot: string
  readonly name: string
  readonly coach: boolean
  readonly keys: readonly string[]
}

export interface RecordGiven {
  readonly record: string
}

export interface SeatKey {
  readonly seat: number
  readonly key: string | null
  readonly invite: string | null
}

export interface TableOpened {
  readonly table: string
  readonly host: string
  readonly commitment: string
  readonly seats: readonly SeatKey[]
}

export interface BeReady {
  readonly contribution: string
}

export interface Sit {
  readonly invite: string
  readonly name: string
  readonly contribution: string
  readonly key?: string | null
}

export interface Join {
  readonly name: string
  readonly key: string
  readonly contribution: string
}

export interface Sat {
  readonly seat: number
  readonly key: string
}

export interface MakeMove {
  readonly move: string
  readonly id?: string | null
  readonly version?: number | null
}

export interface MoveDone {
  readonly version: number
  readonly events: number
}

export interface Seen {
  readonly version: number
  readonly scene: Scene
  readonly head: string
}

export interface LegalMoves {
  readonly moves: readonly string[]
}

export interface EventSeen {
  readonly number: number
  readonly seat: number
  readonly move: string
  readonly text: string
  readonly kind: string | null
  readonly data: unknown
}

export interface EventsSince {
  readonly version: number
  readonly first: number
  readonly events: readonly EventSeen[]
  readonly waiting: readonly number[]
  readonly over: boolean
}

export interface TablesWanted {
  readonly tables: readonly string[]
}

export interface Summary {
  readonly table: string
  readonly game: string
  readonly variant: string
  readonly stage: 'gathering' | 'playing' | 'over'
  readonly names: readonly string[]
  readonly waiting: readonly number[]
  readonly winners: readonly number[]
  readonly updated: number
  readonly follows: string | null
  readonly branch: boolean
}

export interface Summaries {
  readonly tables: readonly Summary[]
  readonly damaged: readonly string[]
}

export interface ClockSet {
  readonly per: 'move' | 'game'
  readonly seconds: number
  readonly increment: number
}

export interface ListedTable {
  readonly table: string
  readonly game: string
  readonly variant: string
  readonly names: readonly string[]
  readonly bots: readonly string[]
  readonly free: number
  readonly games: number
  readonly clock: ClockSet | null
  readonly since: number
}

export interface ListedTables {
  readonly tables: readonly ListedTable[]
}

export interface GameStatistics {
  readonly game: string
  readonly finished: number
  readonly players: readonly number[]
  readonly minutes: number
}

export interface LevelStatistics {
  readonly bot: string
  readonly games: number
  readonly met: number
  readonly behind: number
}

export interface HouseStatistics {
  readonly finished: number
  readonly games: readonly GameStatistics[]
  readonly levels: readonly LevelStatistics[]
}

export interface MyTable {
  readonly table: string
  readonly host: string | null
  readonly seats: readonly SeatKey[]
}

export interface MyTables {
  readonly tables: readonly MyTable[]
  readonly damaged: readonly string[]
}

export interface Paragraph {
  readonly number: string
  readonly title: string
  readonly text: string
}

export interface RulesText {
  readonly title: string
  readonly note: string
  readonly paragraphs: readonly Paragraph[]
  readonly rulings_title: string
  readonly rulings_note: string
  readonly rulings: readonly Paragraph[]
}

export interface Position {
  readonly event: number
  readonly events: number
  readonly view: unknown
  readonly ask: string
  readonly line: LogLine | null
  readonly happened: Happened | null
}

export interface Total {
  readonly seat: number
  readonly result: number
  readonly even: number
  readonly luck: number
  readonly own: number
  readonly others: number
  readonly decision: number
  readonly lost: number
  readonly accuracy: number
  readonly decisions: number
  readonly error: number
}

export interface ReviewPoint {
  readonly event: number
  readonly values: readonly number[]
  readonly doubts: readonly number[]
}

export interface ComparedMove {
  readonly move: unknown
  readonly text: string
}

export interface Compared {
  readonly played: ComparedMove
  readonly better: ComparedMove
}

export interface ReviewedDecision {
  readonly event: number
  readonly seat: number
  readonly loss: number
  readonly luck: readonly number[]
  readonly compared: Compared | null
  readonly theme: string
}

export interface CostlyMove {
  readonly event: number
  readonly seat: number
  readonly loss: number
  readonly played: string
  readonly best: string
  readonly brought: Sentence | null
  readonly better: Sentence | null
  readonly paragraph: string
  readonly theme: string
}

export interface ReviewFound {
  readonly unit: 'share' | 'points'
  readonly totals: readonly Total[]
  readonly curve: readonly ReviewPoint[]
  readonly decisions: readonly ReviewedDecision[]
  readonly costly: readonly CostlyMove[]
  readonly puzzles: readonly string[]
}

export interface ReviewAnswer {
  readonly asked: boolean
  readonly progress: number
  readonly before: number
  readonly review: ReviewFound | null
  readonly rough: boolean
}

export interface DecisionCost {
  readonly ready: boolean
  readonly costly: boolean
  readonly loss: number
  readonly unit: 'share' | 'points'
  readonly theme: string
}

export interface TryMove {
  readonly move: string | Readonly<Record<string, unknown>>
}

export interface MovePreview {
  readonly refused: Sentence | null
  readonly sentences: readonly Sentence[]
  readonly picture: unknown
}

export interface WrittenMoves {
  readonly moves: readonly string[]
}

export interface StepInfo {
  readonly name: string
  readonly teaches: readonly string[]
}

export interface LessonInfo {
  readonly name: string
  readonly title: string
  readonly variant: string
  readonly steps: readonly StepInfo[]
}

export interface Lessons {
  readonly lessons: readonly LessonInfo[]
}

export interface StepShown {
  readonly bridge: string
  readonly say: string
  readonly task: string
  readonly seat: number
  readonly names: readonly string[]
  readonly view: unknown
  readonly hint: unknown
  readonly example: string
}

export interface Tried {
  readonly verdict: 'refused' | 'wrong' | 'right'
  readonly said: Sentence
  readonly reasons: readonly Sentence[]
  readonly view: unknown
  readonly events: readonly Happened[]
}

export interface ContentGiven {
  readonly text: string
}

export interface ContentFlaw {
  readonly place: string
  readonly text: string
}

export interface ContentChecked {
  readonly game: string
  readonly title: string
  readonly flaws: readonly ContentFlaw[]
  readonly tables: Readonly<Record<string, unknown>> | null
  readonly toml: string
  readonly link: string
}

export interface KeptInfo {
  readonly name: string
  readonly game: string
  readonly title: string
  readonly changed: number
  readonly sound: boolean
  readonly mine: boolean
}

export interface KeptContents {
  readonly kept: readonly KeptInfo[]
  readonly most: number
}

export interface ContentSaved {
  readonly name: string
}

export interface Estimate {
  readonly mean: number
  readonly low: number
  readonly high: number
}

export interface PartFound {
  readonly number: number
  readonly name: string
  readonly had: number
  readonly won: Estimate | null
  readonly verdict: string
}

export interface BalanceFound {
  readonly title: string
  readonly sentences: readonly string[]
  readonly games: number
  readonly length: Estimate
  readonly points: Estimate
  readonly alone: Estimate | null
  readonly first: Estimate
  readonly fair: number
  readonly parts: readonly PartFound[]
}

export interface BalanceAnswer {
  readonly progress: number
  readonly found: readonly BalanceFound[]
}

export interface PuzzleInfo {
  readonly name: string
  readonly theme: string
  readonly rating: number
  readonly card: boolean
}

export interface Puzzles {
  readonly puzzles: readonly PuzzleInfo[]
}

export type PlayerRated = readonly [rating: number, deviation: number, volatility: number]

export type PuzzleTried = readonly [rating: number, tries: number, score: number, at: number]

export interface NextWanted {
  readonly player: PlayerRated
  readonly answered: number
  readonly tried: Readonly<Record<string, PuzzleTried>>
  readonly theme: string
  readonly cards: boolean
}

export interface NextPuzzle {
  readonly name: string
}

export interface PuzzleShown {
  readonly seat: number
  readonly names: readonly string[]
  readonly view: unknown
  readonly ask: string
}

export interface AnswerPuzzle {
  readonly move: string | Readonly<Record<string, unknown>>
  readonly player: PlayerRated
  readonly answered: number
  readonly tried?: PuzzleTried | null
}

export interface MoveWorth {
  readonly move: unknown
  readonly text: string
  readonly brings: Sentence
  readonly value: number
  readonly error: number
  readonly accepted: boolean
  readonly mine: boolean
  readonly levels: readonly number[]
}

export interface PuzzleGraded {
  readonly loss: number
  readonly score: number
  readonly unit: 'share' | 'points'
  readonly worths: readonly MoveWorth[]
  readonly theme: string
  readonly measured: string
  readonly player: PlayerRated
  readonly answered: number
  readonly tried: PuzzleTried
}

export interface PuzzleAnswered {
  readonly refused: Sentence | null
  readonly graded: PuzzleGraded | null
}

export interface DealInfo {
  readonly game: string
  readonly form: 'ten' | 'alone' | 'level'
  readonly fingerprint: string
  readonly opponent: string
  readonly content: string
}

export interface DealsOfDay {
  readonly day: string
  readonly first: string
  readonly last: string
  readonly deals: readonly DealInfo[]
}

export interface DealPosition {
  readonly seat: number
  readonly names: readonly string[]
  readonly view: unknown
  readonly ask: string
  readonly over: boolean
}

export interface DealAnswer {
  readonly refused: Sentence | null
  readonly answer: number | null
  readonly said: string
  readonly position: DealPosition | null
  readonly events: readonly Happened[]
  readonly told: readonly string[]
}

export interface DealAnswers {
  readonly answers: readonly number[]
}

export interface DecisionGraded {
  readonly grade: number
  readonly loss: number
  readonly move: string
  readonly best: string
  readonly played: unknown
  readonly better: unknown
  readonly brings: Sentence
  readonly theme: string
}

export interface DealGraded {
  readonly fingerprint: string
  readonly claim: readonly number[]
  readonly unit: 'share' | 'points'
  readonly decisions: readonly DecisionGraded[]
  readonly points: readonly number[]
  readonly places: readonly number[]
  readonly names: readonly string[]
  readonly averages: readonly (readonly [string, number])[]
  readonly record: string
}

export interface CodeGiven {
  readonly code: string
}

export interface CodeVerified {
  readonly day: string
  readonly game: string
  readonly form: 'ten' | 'alone' | 'level'
  readonly name: string
  readonly key: string
  readonly graded: DealGraded
}

export interface CampaignStage {
  readonly game: string
  readonly variant: string
  readonly options: Readonly<Record<string, string>>
  readonly title: string
  readonly averages: readonly (readonly [string, number])[]
}

export interface Campaigns {
  readonly stages: readonly CampaignStage[]
}

export interface Problem {
  readonly text: string
  readonly paragraph: string
}
