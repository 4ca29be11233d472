// Made from the Python classes by spieltisch.server.typescript. Do not edit.

export interface Seat {
  readonly name: string
  readonly who: string
  readonly person: boolean
  readonly ready: boolean
  readonly here: boolean
  readonly yours: boolean
  readonly return_to: boolean
  readonly decides: boolean
  readonly coach: boolean
  readonly limited: boolean
}

export interface LogLine {
  readonly event: number
  readonly seat: number
  readonly text: string
}

export interface WishShown {
  readonly number: number
  readonly about: 'undo' | 'stand_in'
  readonly seat: number
  readonly text: string
  readonly agreed: readonly number[]
  readonly needed: readonly number[]
  readonly withdraw: boolean
}

export interface NoticeShown {
  readonly events: number
  readonly text: string
}

export interface Sentence {
  readonly text: string
  readonly paragraph: string
}

export interface Part {
  readonly kind: string
  readonly sign: string
  readonly value: number
  readonly decides: boolean
}

export interface Side {
  readonly seats: readonly number[]
  readonly parts: readonly Part[]
}

export interface EndingShown {
  readonly places: readonly number[]
  readonly points: readonly number[]
  readonly reasons: readonly Sentence[]
  readonly decided: readonly Side[]
  readonly averages: readonly (readonly [string, number])[]
}

export interface MatchScore {
  readonly game: number
  readonly games: number
  readonly points: readonly number[]
}

export interface Branched {
  readonly table: string
  readonly event: number
}

export interface DiceProof {
  readonly table: string
  readonly terms: string
  readonly commitment: string
  readonly contributions: readonly string[]
  readonly secret: string | null
  readonly draws: readonly (readonly [number, number])[]
}

export interface Slip {
  readonly event: number
  readonly seat: number
  readonly text: string
}

export interface RealShown {
  readonly awaited: boolean
  readonly roller: number | null
  readonly private: boolean
  readonly by: readonly number[]
  readonly discreet: boolean
  readonly slips: readonly Slip[]
}

export interface ClockShown {
  readonly per: 'move' | 'game'
  readonly seconds: number
  readonly increment: number
  readonly left: readonly (number | null)[]
  readonly ends: readonly (number | null)[]
}

export interface Scene {
  readonly table: string
  readonly game: string
  readonly variant: string
  readonly options: Readonly<Record<string, string>>
  readonly stage: 'gathering' | 'playing' | 'over'
  readonly seats: readonly Seat[]
  readonly looking: number | null
  readonly host: boolean
  readonly secrets: boolean
  readonly view: unknown
  readonly ask: string
  readonly log: readonly LogLine[]
  readonly events: number
  readonly may_undo: boolean
  readonly wish: WishShown | null
  readonly notices: readonly NoticeShown[]
  readonly ending: EndingShown | null
  readonly match: MatchScore
  readonly follows: string | null
  readonly branch: Branched | null
  readonly dice: DiceProof
  readonly real: RealShown | null
  readonly chat: boolean
  readonly listed: boolean
  readonly clock: ClockShown | null
}

export interface Whole {
  readonly type: 'whole'
  readonly version: number
  readonly scene: Scene
  readonly head: string
  readonly known?: string | null
  readonly now?: number | null
}

export interface Happened {
  readonly number: number
  readonly seat: number
  readonly kind: string
  readonly data: unknown
}

export interface Change {
  readonly type: 'change'
  readonly version: number
  readonly patch: Readonly<Record<string, unknown>>
  readonly events: readonly Happened[]
  readonly rewound?: number | null
  readonly done?: string | null
  readonly head?: string | null
}

export interface Done {
  readonly type: 'done'
  readonly id: string
}

export interface Refusal {
  readonly type: 'refused'
  readonly id: string
  readonly text: string
  readonly paragraph: string
}

export interface Previewed {
  readonly type: 'previewed'
  readonly id: string
  readonly sentences: readonly Sentence[]
  readonly picture: unknown
}

export interface AdvisedMove {
  readonly move: unknown
  readonly text: string
  readonly share: number
  readonly points: number
  readonly reason: Sentence
  readonly equal: boolean
}

export interface Advised {
  readonly type: 'advised'
  readonly id: string
  readonly ready: boolean
  readonly events: number
  readonly moves: readonly AdvisedMove[]
}

export interface MovesListed {
  readonly type: 'moves'
  readonly id: string
  readonly moves: readonly string[]
}

export interface Possible {
  readonly move: unknown
  readonly text: string
  readonly count: number
}

export interface PossibleListed {
  readonly type: 'possible'
  readonly id: string
  readonly actor: number
  readonly possible: readonly Possible[]
  readonly example: Possible
  readonly view: unknown
  readonly was: unknown
  readonly missing: number
}

export interface CorrectionShown {
  readonly type: 'correction'
  readonly id: string
  readonly now: string
  readonly kept: number
  readonly lost: number
  readonly told: readonly string[]
  readonly why: string
}

export interface Explained {
  readonly type: 'explained'
  readonly id: string
  readonly sentences: readonly Sentence[]
}

export interface Invited {
  readonly type: 'invited'
  readonly id: string
  readonly invite: string
}

export interface Gestured {
  readonly type: 'gestured'
  readonly seat: number
  readonly gesture: 'thumbs_up' | 'applause' | 'bravo' | 'thinking' | 'oops' | 'hello'
}

export interface ChatLine {
  readonly number: number
  readonly seat: number
  readonly name: string
  readonly text: string
}

export interface ChatLines {
  readonly type: 'chat'
  readonly lines: readonly ChatLine[]
}

export interface TroubleTold {
  readonly type: 'trouble'
  readonly text: string
}

export interface Hello {
  readonly do: 'hello'
  readonly keys: readonly string[]
  readonly language: 'de' | 'en' | 'it'
  readonly looking?: number | null
  readonly known?: number | null
}

export interface Look {
  readonly do: 'look'
  readonly seat: number
}

export interface Speak {
  readonly do: 'speak'
  readonly language: 'de' | 'en' | 'it'
}

export interface Ready {
  readonly do: 'ready'
  readonly id: string
  readonly seat: number
  readonly contribution: string
}

export interface Play {
  readonly do: 'play'
  readonly id: string
  readonly seat: number
  readonly move: string | Readonly<Record<string, unknown>>
  readonly version?: number | null
}

export interface Show {
  readonly do: 'show'
  readonly id: string
  readonly seat: number
  readonly move: string | Readonly<Record<string, unknown>>
  readonly version?: number | null
}

export interface Correct {
  readonly do: 'correct'
  readonly id: string
  readonly seat: number
  readonly event: number
  readonly move: string | Readonly<Record<string, unknown>>
  readonly version?: number | null
}

export interface AskPossible {
  readonly do: 'possible'
  readonly id: string
  readonly seat: number
  readonly event?: number | null
  readonly held?: readonly (string | Readonly<Record<string, unknown>>)[] | null
}

export interface AskCorrection {
  readonly do: 'correction'
  readonly id: string
  readonly seat: number
  readonly event: number
  readonly move: string | Readonly<Record<string, unknown>>
}

export interface AskAdvice {
  readonly do: 'advice'
  readonly id: string
  readonly seat: number
  readonly held: readonly (string | Readonly<Record<string, unknown>>)[]
}

export interface CallCoach {
  readonly do: 'call_coach'
  readonly id: string
  readonly seat: number
}

export interface CallTime {
  readonly do: 'call_time'
  readonly id: string
  readonly seat: number
}

export interface Chat {
  readonly do: 'chat'
  readonly id: string
  readonly seat: number
  readonly text: string
}

export interface MakeGesture {
  readonly do: 'gesture'
  readonly seat: number
  readonly gesture: 'thumbs_up' | 'applause' | 'bravo' | 'thinking' | 'oops' | 'hello'
}

export interface Settle {
  readonly do: 'settle'
  readonly id: string
  readonly chat?: boolean | null
  readonly listed?: boolean | null
}

export interface AskPreview {
  readonly do: 'preview'
  readonly id: string
  readonly seat: number
  readonly move: string | Readonly<Record<string, unknown>>
  readonly event?: number | null
}

export interface AskMoves {
  readonly do: 'moves'
  readonly id: string
  readonly seat: number
  readonly event?: number | null
}

export interface AskWhy {
  readonly do: 'why'
  readonly id: string
  readonly event: number | null
}

export interface Undo {
  readonly do: 'undo'
  readonly id: string
  readonly seat: number
  readonly version?: number | null
}

export interface Agree {
  readonly do: 'agree'
  readonly id: string
  readonly seat: number
  readonly wish: number
  readonly yes: boolean
}

export interface Withdraw {
  readonly do: 'withdraw'
  readonly id: string
  readonly wish: number
}

export interface Replace {
  readonly do: 'replace'
  readonly id: string
  readonly seat: number
  readonly bot: string
}

export interface ComeBack {
  readonly do: 'return'
  readonly id: string
  readonly seat: number
}

export interface Leave {
  readonly do: 'leave'
  readonly id: string
  readonly seat: number
}

export interface Invite {
  readonly do: 'invite'
  readonly id: string
  readonly seat: number
}

export interface Rematch {
  readonly do: 'rematch'
  readonly id: string
}

export type FromServer = Whole | Change | Done | Refusal | Previewed | Advised | MovesListed | PossibleListed | CorrectionShown | Explained | Invited | Gestured | ChatLines | TroubleTold

export type FromClient = Hello | Look | Speak | Ready | Play | Show | Correct | AskPossible | AskCorrection | AskAdvice | CallCoach | CallTime | Chat | MakeGesture | Settle | AskPreview | AskMoves | AskWhy | Undo | Agree | Withdraw | Replace | ComeBack | Leave | Invite | Rematch
