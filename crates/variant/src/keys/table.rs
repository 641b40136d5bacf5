//! The table of keys, in the order in which a file is usually written.

use super::Default::{Nothing, Required, Said, Value};
use super::KeyDoc;
use super::Takes::{
    Any, Betza, Boolean, Condition, Fen, Integer, Integers, Men, Named, Pieces, Settings, Squares, Table, Tables, Text,
    Texts, TextsByName, Word, Words,
};

const fn key(
    path: &'static str,
    takes: super::Takes,
    default: super::Default,
    doc: &'static str,
    example: &'static str,
) -> KeyDoc {
    KeyDoc { path, takes, default, of_ends: &[], doc, example }
}

impl KeyDoc {
    const fn of(self, of_ends: &'static [&'static str]) -> KeyDoc {
        KeyDoc { of_ends, ..self }
    }
}

const RIGHT: &str = "[board]\nstart = \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Ee - 0 1\"\n\n[rights.first_move]\nholders = [\"met\"]\nfen = \"file_letters\"\nlost_by = [\"own_move\", \"any_capture\"]\n\n[pieces.met.extra.leap]\nbetza = \"fmD\"\nneeds = \"first_move\"";

const AIM: &str = "[board]\nstart = \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Dd - 0 1\"\n\n[rights.first_move]\nholders = [\"king\"]\n\n[pieces.king.extra.leap]\nbetza = \"fsmN\"\nneeds = \"first_move\"\nunless = [\"in_check\"]\nlost_by_aim = [\"rook\"]";

const PARAMETER: &str = "[params.first_reward]\ntype = \"choice\"\nof = { small = \"ranks 7-8\", large = \"ranks 6-8\" }\ndefault = \"small\"\ndoc = \"Where bia promote.\"\n\n[regions]\npromotion = \"$first_reward\"\n\n[params.promotion_rank]\nremove = true\n\n[profiles.uk]\nremove = true";

const NUMBER: &str = "[params.repetition]\ntype = \"int\"\nmin = 2\nmax = 5\ndefault = 4";

const BOARD: &str = "[board]\nfiles = 6\nranks = 6\nstart = \"rnmksr/pppppp/6/6/PPPPPP/RSKMNR w - - 0 1\"\n\n[regions]\npromotion = \"rank 5\"";

const BARE: &str = "[end.bare_khun]\nkind = \"count\"\nwhen = { self = { pieces = 1 }, enemy = { pieces = \"2+\" } }\nunless = \"can_capture\"\nresult = \"loss\"";

const GOAL: &str = "[end.march]\nkind = \"goal\"\npieces = [\"king\"]\nregion = \"rank 8\"\nresult = \"loss\"";

const ROWS: &str = "[counting.pieces]\ntable = [\n  { enemy = { rook = \"1+\" }, limit = 16 },\n  { board = { khon = \"1+\" }, limit = 30 },\n  { self = { pieces = 1 }, limit = 40 },\n  { limit = 64 },\n]";

const PROFILE: &str = "[profiles.long]\ndoc = \"A longer way.\"\nset = { promotion_rank = 8 }\n\n[profiles.long.override.counting.board]\nlimit = 100";

const TEST: &str = "[[tests]]\nname = \"a bia takes a bia\"\nfen = \"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\"\nmoves = [\"e4d5\"]\nfen_after = \"4k3/8/8/3P4/8/8/8/4K3 b - - 0 1\"\nlegal_count = 5\nlegal = [\"e8d8\"]\nillegal = [\"e8e6\"]\nin_check = false";

const RESULT: &str = "[[tests]]\nname = \"a stalemate wins by this setting\"\nprofile = \"default\"\nset = { stalemate = \"win\" }\nfen = \"k7/1R6/2K5/8/8/8/8/8 b - - 0 1\"\nresult = \"0-1\"\nreason = \"stalemate\"";

const CLAIMS: super::Takes =
    Word(&[("automatic", "the game is over at once"), ("on_claim", "the game is over when a player claims it")]);

/// Every key of the format.
pub const KEYS: &[KeyDoc] = &[
    key("format", Integer(1, 1), Required, "The version of the language in which the file is written. A file of a later version is refused rather than misread.", "format = 1\nextends = \"makruk\""),
    key("id", Text, Said("the name of the file"), "The name by which engines, files and the command line call the variant: lower-case letters, digits and `-`.", "id = \"my-makruk\""),
    key("name", Text, Said("the id"), "What people call the variant.", "name = \"My Makruk\""),
    key("aliases", Texts, Nothing, "Other names that the command line understands, in any script.", "aliases = [\"mine\", \"ของฉัน\"]"),
    key("uci", Text, Said("the id"), "The name by which graphical interfaces know the variant (`UCI_Variant`).", "uci = \"mymakruk\""),
    key("summary", Text, Nothing, "What the variant is, in a sentence.", "summary = \"Makruk with a longer way to promotion.\""),
    key("sources", Texts, Nothing, "Where the rules come from: addresses, books.", "sources = [\"https://en.wikipedia.org/wiki/Makruk\"]"),
    key("extends", Text, Nothing, "The variant whose file this one changes: a bundled variant, or a file beside this one without its `.toml`. Tables are merged key by key, values and lists replaced; the tables `when`, `promotion` and `set` are replaced whole.", "format = 1\nextends = \"makruk\""),
    key("allow", Texts, Nothing, "Codes of warnings that the author has seen and means. Errors cannot be allowed.", "allow = [\"I511\"]"),

    key("board", Table, Required, "The board and how the game begins.", BOARD),
    key("board.files", Integer(1, 16), Required, "The number of files. A board has at most 128 squares.", BOARD),
    key("board.ranks", Integer(1, 16), Required, "The number of ranks. A board has at most 128 squares.", BOARD),
    key("board.start", Fen, Required, "The start position: men, side to move, rights, limit of a count, its ply, number of the move.", BOARD),
    key("board.mirror", Word(&[("rank", "top to bottom: each man faces the man on its own file"), ("rotate", "turned by half a turn"), ("none", "Black's squares and moves are White's")]), Value("\"rank\""), "How Black's squares and moves are made from White's.", "[board]\nmirror = \"rotate\""),

    key("regions", Table, Nothing, "Sets of squares with names, so that a region is written once.", "[regions]\npromotion = \"ranks 6-8\"\n\n[params.promotion_rank]\nremove = true\n\n[profiles.uk]\nremove = true"),
    key("regions.X", Squares, Nothing, "A set of squares from White's side: squares (`a3`), ranks and files (`rank 6`, `ranks 6-8`, `files c-f`), rectangles (`c1:f2`), `all`, `none`, other regions; put together with `+`, `-`, `&` and parentheses.", "[regions]\nriver = \"ranks 4-5 - d4:e5\""),

    key("pieces", Named, Required, "The kinds of men. The name of a table is the id by which rules refer to the kind; there can be 16 kinds.", "[pieces.met]\nbetza = \"FfW\""),
    key("pieces.X", Table, Nothing, "A kind of man.", "[pieces.met]\nbetza = \"FfW\""),
    key("pieces.X.letter", Text, Required, "Its letter in FEN and move text, A to Z; Black's men get the lower-case letter.", "[pieces.met]\nletter = \"Q\"\n\n[board]\nstart = \"rnsqksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKQSNR w - - 0 1\""),
    key("pieces.X.name", Text, Said("the id"), "What people call it.", "[pieces.met]\nname = \"queen\""),
    key("pieces.X.names", TextsByName, Nothing, "Its names by language code (`th`, `km`, `zh`, `rtgs` for Thai in Latin letters); `promoted` names a man that got here by promotion.", "[pieces.met]\nnames = { th = \"เม็ด\", km = \"នាង\" }"),
    key("pieces.X.betza", Betza, Required, "How it moves. Atoms W F D N A H C Z G K R B Q, a doubled atom or a number for a rider, directions f b l r v s, m (moves only), c (captures only), n (can be blocked), j (has to jump), p and g (hoppers).", "[pieces.met]\nbetza = \"FfmD\""),
    key("pieces.X.royal", Boolean, Value("false"), "Whether check and mate are about this kind. One kind of a variant is royal.", "[pieces.king]\nbetza = \"KfD\"\nroyal = true\nname = \"lord\""),
    key("pieces.X.role", Word(&[("pawn", "its moves reset the n-move clock, and its capture by a bare king can start a count"), ("none", "nothing special")]), Value("\"none\""), "What part it plays in rules about pawns.", "[pieces.pawn]\nrole = \"none\""),
    key("pieces.X.value", Integer(0, 100_000), Said("an estimate from its moves"), "What it is worth, in hundredths of a pawn: it says which side is the weaker one, and is a hint to the engine.", "[pieces.met]\nvalue = 200"),
    key("pieces.X.mates_alone", Boolean, Value("false"), "Whether one such man and its king can mate a bare king, so that a side with one is never short of men to win.", "[pieces.met]\nmates_alone = true"),
    key("pieces.X.region", Squares, Said("the whole board"), "The squares that it never leaves.", "[pieces.king]\nregion = \"c1:f3\""),
    key("pieces.X.in_check", Word(&[("free", "any legal move"), ("may_only_capture_checker", "nothing but to capture the only man that gives check")]), Value("\"free\""), "What a royal man may do while in check.", "[pieces.king]\nin_check = \"may_only_capture_checker\""),
    key("pieces.X.immobile", Boolean, Value("false"), "Says that a kind without moves is meant to have none.", "[pieces.wall]\nletter = \"W\"\nimmobile = true\n\n[board]\nstart = \"rnsmksnr/8/pppppppp/w7/W7/PPPPPPPP/8/RNSKMSNR w - - 0 1\""),
    key("pieces.X.promotion", Table, Nothing, "What it becomes, and where. The table is replaced whole by a file that extends this one.", "[pieces.pawn]\npromotion = { region = \"rank 8\", to = [\"met\", \"khon\"], mandatory = false }\n\n[params.promotion_rank]\nremove = true\n\n[profiles.uk]\nremove = true\n\n[regions]\npromotion = \"ranks 6-8\""),
    key("pieces.X.promotion.region", Squares, Required, "The squares on which a move promotes.", "[pieces.pawn]\npromotion = { region = \"promotion + d5:e5\", to = [\"met\"] }"),
    key("pieces.X.promotion.to", Pieces, Required, "The kinds that it may become.", "[pieces.pawn]\npromotion = { region = \"promotion\", to = [\"met\", \"khon\"] }"),
    key("pieces.X.promotion.when", Word(&[("on_entry", "with every move that ends in the region")]), Value("\"on_entry\""), "When it promotes. There is one way in format 1; the key is there so that files say which.", "[pieces.pawn]\npromotion = { region = \"promotion\", to = [\"met\", \"khon\"], when = \"on_entry\" }"),
    key("pieces.X.promotion.mandatory", Boolean, Value("true"), "Whether it has to promote.", "[pieces.pawn]\npromotion = { region = \"ranks $promotion_rank-8\", to = [\"met\"], mandatory = false }\nbetza = \"fmWfcFbW\""),
    key("pieces.X.extra", Named, Nothing, "Moves that it has only under conditions, each under a name.", RIGHT),
    key("pieces.X.extra.Y", Table, Nothing, "A group of moves that a man has only under conditions.", RIGHT),
    key("pieces.X.extra.Y.betza", Betza, Required, "The moves.", RIGHT),
    key("pieces.X.extra.Y.needs", Text, Said("no right is needed"), "The right (a table of `[rights]`) that the man has to have.", RIGHT),
    key("pieces.X.extra.Y.from", Squares, Said("from everywhere"), "The squares from which the moves can be made.", "[pieces.pawn.extra.double_step]\nbetza = \"fmnD\"\nfrom = \"rank 3\""),
    key("pieces.X.extra.Y.unless", Words(&[("in_check", "not while in check"), ("none", "always")]), Nothing, "When the moves cannot be made.", AIM),
    key("pieces.X.extra.Y.lost_by_aim", Pieces, Nothing, "Enemy men that take the right away for good when one of them ends a move on a square from which it would attack the man on an empty board.", AIM),

    key("rights", Named, Nothing, "Rights that a man has on its square of the start position, until something takes them away.", RIGHT),
    key("rights.X", Table, Nothing, "A right.", RIGHT),
    key("rights.X.holders", Pieces, Required, "The kinds of men that have it.", RIGHT),
    key("rights.X.fen", Word(&[("file_letters", "as the letters of the holders' files, White's in upper case"), ("none", "not at all")]), Value("\"file_letters\""), "How field 3 of a FEN shows it.", RIGHT),
    key("rights.X.lost_by", Words(&[("own_move", "a move of the holder (always)"), ("capture_of_holder", "its capture (always)"), ("any_capture", "the first capture of the game, by whomever: all holders of both sides lose it"), ("check", "being in check: the side in check loses it")]), Nothing, "What takes it away: a list, or a table that says yes or no for each event, `{ any_capture = \"$parameter\" }`.", RIGHT),

    key("end", Named, Nothing, "The rules that end a game. They are tried after every move in stages: those that end it at once (count, checks, goal), then no_moves, then those that can be claimed (repetition, n_move, counting). The name of a table is the reason that a result is given.", BARE),
    key("end.X", Table, Nothing, "A rule that ends the game.", BARE),
    key("end.X.kind", Word(&[("no_moves", "the side to move has no legal move"), ("count", "the men on the board fulfil a condition"), ("checks", "the side to move has been checked so many times"), ("goal", "the side that has just moved has a man on its goal"), ("repetition", "the position has occurred so many times"), ("n_move", "so many moves of each side without a capture or a move of a pawn-like man"), ("counting", "a count of `[counting]` has run out")]), Required, "When the rule holds.", BARE),
    key("end.X.result", Word(&[("win", "the side to move wins"), ("loss", "the side to move loses"), ("draw", "nobody wins"), ("replay", "the game does not count and is played again"), ("none", "the rule is switched off")]), Required, "The result, for the side to move.", "[end.stalemate]\nresult = \"win\"\n\n[params.stalemate]\nremove = true\n\n[profiles.zh]\nremove = true"),
    key("end.X.claim", CLAIMS, Value("\"automatic\""), "Who declares that the game is over.", "[end.long]\nkind = \"n_move\"\nmoves = 50\nresult = \"draw\"\nclaim = \"on_claim\"").of(&["repetition", "n_move", "counting"]),
    key("end.X.in_check", Boolean, Said("in check or not"), "`true`: only while in check (mate). `false`: only while not in check (stalemate).", "[end.stuck]\nkind = \"no_moves\"\nin_check = false\nresult = \"loss\"\n\n[end.stalemate]\nremove = true\n\n[params.stalemate]\nremove = true\n\n[profiles.zh]\nremove = true").of(&["no_moves"]),
    key("end.X.when", Condition, Required, "The men that have to be on the board. `self` is the side to move. Numbers are 2, \"2+\", \"..2\" or \"1..3\"; `pieces` counts all men of a side with its king.", BARE).of(&["count"]),
    key("end.X.unless", Word(&[("can_capture", "the rule waits while the side to move has a legal capture"), ("none", "the rule waits for nothing")]), Value("\"none\""), "When the rule waits.", BARE).of(&["count"]),
    key("end.X.times", Integer(0, 200), Required, "How many checks, or how many occurrences of a position, the first one counted. 0 switches the rule off; at most 7 checks can be counted.", "[end.three_checks]\nkind = \"checks\"\ntimes = 3\nresult = \"loss\"\n\n[board]\nstart = \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 3+3 0 1\"").of(&["checks", "repetition"]),
    key("end.X.pieces", Pieces, Required, "The kinds that count on the goal.", GOAL).of(&["goal"]),
    key("end.X.region", Squares, Required, "The goal, from White's side.", GOAL).of(&["goal"]),
    key("end.X.moves", Integer(0, 1000), Required, "How many moves of each side. 0 switches the rule off.", "[end.long]\nkind = \"n_move\"\nmoves = 50\nresult = \"draw\"").of(&["n_move"]),
    key("end.X.suspended_by_counting", Boolean, Value("false"), "Whether the rule sleeps while a count runs.", "[end.long]\nkind = \"n_move\"\nmoves = 50\nresult = \"draw\"\nsuspended_by_counting = true").of(&["n_move"]),

    key("counting", Table, Nothing, "Counting rules: the other side has to mate within a number of moves. A count ends games only with an `[end.X]` of kind \"counting\".", ROWS),
    key("counting.draw_when", Word(&[("exceeded", "the number after the limit draws"), ("reached", "the limit draws")]), Value("\"exceeded\""), "Which number draws.", "[counting]\ndraw_when = \"reached\"\n\n[params.draw_when]\nremove = true\n\n[profiles.hi]\nremove = true"),
    key("counting.declare", Word(&[("call", "when the number is called"), ("answer", "one ply earlier, when the number before has been answered without a mate")]), Value("\"call\""), "When the draw is declared.", "[counting]\ndeclare = \"answer\"\n\n[params.declare]\nremove = true"),
    key("counting.keep_limit", Boolean, Value("true"), "Whether the limit stays when the bare king captures while it counts.", "[counting]\nkeep_limit = false\n\n[params.keep_limit]\nremove = true"),
    key("counting.board", Table, Nothing, "Board honour: the side that counts still has men beside its king.", "[counting.board]\nlimit = 50"),
    key("counting.board.when", Condition, Required, "When it may run. `self` is the side that counts.", "[counting.board]\nwhen = { board = { pawn = 0 }, self = { pieces = \"2..3\" }, enemy = { pieces = \"2+\" } }"),
    key("counting.board.limit", Integer(1, 1000), Required, "How many moves the opponent has.", "[counting.board]\nlimit = 50"),
    key("counting.board.ask", Word(&[("automatic", "nobody needs to ask: it starts by itself, for the side to move first"), ("either", "either side may ask for it on its move"), ("weaker", "the side with less material may ask for it on its move")]), Value("\"automatic\""), "Who may ask for it.", "[counting.board]\nask = \"weaker\"\n\n[params.board_count]\nremove = true\n\n[profiles.table]\nremove = true\n[profiles.uk]\nremove = true\n[profiles.hi]\nremove = true\n[profiles.zh]\nremove = true"),
    key("counting.board.counter_mates", Word(&[("win", "a win like any other"), ("draw", "a draw, unless it stopped counting first")]), Value("\"win\""), "What it is worth when the side that counts mates.", "[counting.board]\ncounter_mates = \"draw\"\n\n[params.counter_mates]\nremove = true\n\n[profiles.table]\nremove = true\n[profiles.uk]\nremove = true\n[profiles.hi]\nremove = true\n[profiles.zh]\nremove = true"),
    key("counting.pieces", Table, Nothing, "Pieces' honour: the side that counts has nothing but its king.", ROWS),
    key("counting.pieces.when", Condition, Required, "When it may run. `self` is the side that counts.", "[counting.pieces]\nwhen = { self = { pieces = 1 }, enemy = { pieces = \"2+\" } }"),
    key("counting.pieces.start", Word(&[("one", "1"), ("after_piece_count", "one more than there are men on the board"), ("piece_count", "the number of men on the board")]), Value("\"after_piece_count\""), "The first number that is called.", "[counting.pieces]\nstart = \"one\"\n\n[params.count_offset]\nremove = true\n\n[profiles.hi]\nremove = true\n[profiles.zh]\nremove = true"),
    key("counting.pieces.rearm", Words(&[("capture", "a capture that bares a king"), ("promotion", "a promotion while the enemy king is bare")]), Nothing, "What replaces a count that is running by a new one.", "[counting.pieces]\nrearm = [\"capture\"]"),
    key("counting.pieces.self_trigger", Word(&[("captured_pawn", "the bare king's capture of the last pawn-like man starts the count"), ("none", "it does not")]), Value("\"none\""), "Whether the bare side can start the count by a move.", "[counting.pieces]\nself_trigger = \"none\""),
    key("counting.pieces.ask", Word(&[("forced", "nobody needs to ask: it starts by itself and cannot be stopped"), ("on_request", "the bare side asks for it on its move, and may stop again")]), Value("\"forced\""), "Who may ask for it.", "[counting.pieces]\nask = \"on_request\"\n\n[params.pieces_count]\nremove = true\n\n[profiles.hi]\nremove = true"),
    key("counting.pieces.restart", Boolean, Value("false"), "Whether the bare side may begin again, from the men that are on the board then.", "[counting.pieces]\nrestart = true\n\n[params.pieces_restart]\nremove = true\n\n[profiles.hi]\nremove = true"),
    key("counting.pieces.on_bare", Word(&[("replace", "the pieces' count takes its place"), ("shorter", "whichever has fewer plies left goes on")]), Value("\"replace\""), "What becomes of a board count that is running when a king is bared.", "[counting.pieces]\non_bare = \"shorter\"\n\n[params.on_bare]\nremove = true"),
    key("counting.pieces.row_choice", Word(&[("first", "the first row that holds"), ("smallest", "the one with the smallest limit of those that hold")]), Value("\"first\""), "Which of several rows that hold counts.", "[counting.pieces]\nrow_choice = \"first\"\n\n[params.row_choice]\nremove = true\n\n[profiles.uk]\nremove = true\n[profiles.hi]\nremove = true"),
    key("counting.pieces.table", Tables, Required, "The limits. Where no row holds there is no count.", ROWS),
    key("counting.pieces.table[].self", Men, Nothing, "Men that the bare side has to have.", ROWS),
    key("counting.pieces.table[].enemy", Men, Nothing, "Men that the stronger side has to have.", ROWS),
    key("counting.pieces.table[].board", Men, Nothing, "Men that have to be on the board, whosever they are.", ROWS),
    key("counting.pieces.table[].limit", Integer(1, 1000), Required, "How many moves the stronger side has, before the first number is taken off.", ROWS),

    key("params", Named, Nothing, "What sources disagree on. `\"$name\"` stands for the value of a parameter wherever a value can stand; `--set NAME=VALUE` changes it for one run.", PARAMETER),
    key("params.X", Table, Nothing, "A parameter.", PARAMETER),
    key("params.X.type", Word(&[("int", "a whole number from `min` to `max`"), ("choice", "one of the words of `of`"), ("bool", "true or false"), ("pieces", "a list of kinds of men")]), Required, "Which values it may have.", NUMBER),
    key("params.X.min", Integer(i64::MIN, i64::MAX), Said("no limit"), "The least value of an \"int\".", NUMBER),
    key("params.X.max", Integer(i64::MIN, i64::MAX), Said("no limit"), "The greatest value of an \"int\".", NUMBER),
    key("params.X.of", Any, Said("required for a \"choice\""), "The words of a \"choice\": a list, or a table of words and what each stands for in the file. A \"bool\" may have a table for `true` and `false`.", PARAMETER),
    key("params.X.default", Any, Required, "The value that it has where nothing sets it.", NUMBER),
    key("params.X.doc", Text, Nothing, "What it decides.", PARAMETER),

    key("profiles", Named, Nothing, "Readings of the rules: each sets some parameters. `--profile NAME` plays by one; `default` is the one that holds without a choice.", PROFILE),
    key("profiles.X", Table, Nothing, "A profile.", PROFILE),
    key("profiles.X.doc", Text, Nothing, "Whose reading it is.", PROFILE),
    key("profiles.X.set", Settings, Nothing, "The parameters that it sets.", PROFILE),
    key("profiles.X.override", Table, Nothing, "Tables laid over the file, for what no parameter can say.", PROFILE),
    key("profiles.X.override.board", Any, Nothing, "What it changes of `[board]`.", "[profiles.small]\noverride.board = { files = 6, ranks = 6, start = \"rnmksr/pppppp/6/6/PPPPPP/RSKMNR w - - 0 1\" }\noverride.regions = { promotion = \"rank 5\" }"),
    key("profiles.X.override.regions", Any, Nothing, "What it changes of `[regions]`.", "[profiles.far]\noverride.regions = { promotion = \"rank 8\" }"),
    key("profiles.X.override.pieces", Any, Nothing, "What it changes of `[pieces]`.", "[profiles.leaping]\noverride.pieces.met = { betza = \"FfmD\" }"),
    key("profiles.X.override.rights", Any, Nothing, "What it changes of `[rights]`.", "[profiles.ouk]\noverride.rights.first_move = { holders = [\"met\"] }\noverride.board = { start = \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w Ee - 0 1\" }"),
    key("profiles.X.override.end", Any, Nothing, "What it changes of `[end]`.", "[profiles.uncounted]\noverride.end.counting = { remove = true }\noverride.counting = { remove = true }"),
    key("profiles.X.override.counting", Any, Nothing, "What it changes of `[counting]`.", PROFILE),

    key("tests", Tables, Nothing, "Games and positions that are played whenever the file is checked. Everything that a test expects is looked at after its moves.", TEST),
    key("tests[].name", Text, Said("its number"), "What it is about.", TEST),
    key("tests[].profile", Text, Value("\"default\""), "The profile under which it is played.", RESULT),
    key("tests[].set", Settings, Nothing, "Parameters that it sets.", RESULT),
    key("tests[].fen", Fen, Said("the start position"), "Where it begins.", TEST),
    key("tests[].moves", Texts, Nothing, "Moves from there, in UCI form, and between them the words of counting: count, stop, claim.", TEST),
    key("tests[].perft", Integers, Nothing, "The numbers of ways to go on: with one move, with two, and so on.", "[[tests]]\nname = \"the first moves\"\nperft = [23, 529, 12012]"),
    key("tests[].fen_after", Fen, Nothing, "The position after the moves.", TEST),
    key("tests[].result", Word(&[("1-0", "White wins"), ("0-1", "Black wins"), ("1/2-1/2", "a draw"), ("replay", "played again"), ("*", "the game goes on")]), Nothing, "The result after the moves.", RESULT),
    key("tests[].reason", Text, Nothing, "The name of the end that gave the result.", RESULT),
    key("tests[].legal_count", Integer(0, 100_000), Nothing, "The number of legal moves.", TEST),
    key("tests[].legal", Texts, Nothing, "Moves that are legal.", TEST),
    key("tests[].illegal", Texts, Nothing, "Moves that are not.", TEST),
    key("tests[].in_check", Boolean, Nothing, "Whether the side to move is in check.", TEST),

    key("*.remove", Word(&[("true", "the table is not there")]), Nothing, "In any table: `remove = true` deletes the table that is inherited. What stands beside it in the same table starts afresh.", "[counting.board]\nremove = true\n\n[params.board_count]\nremove = true\n[params.counter_mates]\nremove = true\n[params.on_bare]\nremove = true\n[counting.pieces]\non_bare = \"replace\"\n\n[profiles.table]\nremove = true\n[profiles.uk]\nremove = true\n[profiles.hi]\nremove = true\n[profiles.zh]\nremove = true"),
];
