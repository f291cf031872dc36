"""Where measures, tests and tools come from: the one list of works, as a sentence names them and as BibTeX."""

from __future__ import annotations

from .record import Record
from .reference import TREC_EVAL


class Work(Record):
    """A work that can be cited.

    short: as a table names it. kind and fields: BibTeX's. named: how a sentence names it where author and year would
    not do, as with programs.
    """

    short: str
    kind: str
    fields: dict[str, str]
    named: str = ""

    @property
    def cited(self) -> str:
        """`Järvelin and Kekäläinen 2002`; three authors or more are the first one et al."""
        if self.named:
            return self.named
        people = [person.partition(",")[0].strip("{}") for person in self.fields["author"].split(" and ")]
        names = f"{people[0]} et al." if len(people) > 2 else " and ".join(people)
        return f"{names} {self.fields['year']}"


# A row of the list reads best as one: who, what, where, when.


def _paper(  # noqa: PLR0917
    short: str, author: str, title: str, booktitle: str, year: int, pages: str = "", **more: str
) -> Work:
    return _work(short, "inproceedings", author, title, year, {"booktitle": booktitle, "pages": pages, **more})


def _article(  # noqa: PLR0917
    short: str, author: str, title: str, journal: str, year: int, place: str, pages: str
) -> Work:
    """place: `20(4)`."""
    volume, _, number = place.rstrip(")").partition("(")
    fields = {"journal": journal, "volume": volume, "number": number, "pages": pages}
    return _work(short, "article", author, title, year, fields)


def _book(short: str, author: str, title: str, publisher: str, year: int, **more: str) -> Work:
    return _work(short, "book", author, title, year, {"publisher": publisher, **more})


def _program(name: str, author: str, title: str, year: int, address: str) -> Work:
    fields = {"howpublished": f"\\url{{{address}}}"}
    return _work(name, "misc", author, title, year, fields)._replace(named=name)


def _work(short: str, kind: str, author: str, title: str, year: int, more: dict[str, str]) -> Work:  # noqa: PLR0917
    fields = {"author": author, "title": title, **more, "year": str(year)}
    return Work(short, kind, {name: value for name, value in fields.items() if value})


TOIS = "ACM Transactions on Information Systems"
SIGIR = "Proceedings of the {} International ACM SIGIR Conference on Research and Development in Information Retrieval"
CIKM = "Proceedings of the {} ACM {}Conference on Information and Knowledge Management"
ECIR = "Advances in Information Retrieval: {} European Conference on IR Research"

WORKS = {
    "buckley-2005": _work(
        "Buckley and Voorhees, Retrieval System Evaluation, "
        "in TREC: Experiment and Evaluation in Information Retrieval, 2005",
        "incollection",
        "Buckley, Chris and Voorhees, Ellen M.",
        "Retrieval System Evaluation",
        2005,
        {
            "booktitle": "{TREC}: Experiment and Evaluation in Information Retrieval",
            "editor": "Voorhees, Ellen M. and Harman, Donna K.",
            "publisher": "MIT Press",
        },
    ),
    "voorhees-1999": _paper(
        "Voorhees, The TREC-8 Question Answering Track Report, 1999",
        "Voorhees, Ellen M.",
        "The {TREC-8} Question Answering Track Report",
        "Proceedings of the Eighth Text REtrieval Conference ({TREC-8})",
        1999,
        organization="NIST",
    ),
    "robertson-2006": _paper(
        "Robertson, On GMAP, CIKM 2006",
        "Robertson, Stephen",
        "On {GMAP}: And Other Transformations",
        CIKM.format("15th", "International "),
        2006,
        "78--83",
    ),
    "robertson-2012": _paper(
        "Robertson, On Smoothing Average Precision, ECIR 2012",
        "Robertson, Stephen",
        "On Smoothing Average Precision",
        ECIR.format("34th"),
        2012,
        "158--169",
    ),
    "jarvelin-2002": _article(
        "Järvelin and Kekäläinen, Cumulated Gain-based Evaluation of IR Techniques, ACM TOIS 20(4), 2002",
        "Järvelin, Kalervo and Kekäläinen, Jaana",
        "Cumulated Gain-Based Evaluation of {IR} Techniques",
        TOIS,
        2002,
        "20(4)",
        "422--446",
    ),
    "manning-2008": _book(
        "Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, section 8.4",
        "Manning, Christopher D. and Raghavan, Prabhakar and Schütze, Hinrich",
        "Introduction to Information Retrieval",
        "Cambridge University Press",
        2008,
        note="Section 8.4",
    ),
    "moffat-2008": _article(
        "Moffat and Zobel, Rank-Biased Precision for Measurement of Retrieval Effectiveness, ACM TOIS 27(1), 2008",
        "Moffat, Alistair and Zobel, Justin",
        "Rank-Biased Precision for Measurement of Retrieval Effectiveness",
        TOIS,
        2008,
        "27(1)",
        "2:1--2:27",
    ),
    "chapelle-2009": _paper(
        "Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded Relevance, CIKM 2009",
        "Chapelle, Olivier and Metzler, Donald and Zhang, Ya and Grinspan, Pierre",
        "Expected Reciprocal Rank for Graded Relevance",
        CIKM.format("18th", ""),
        2009,
        "621--630",
    ),
    "zhang-2017": _paper(
        "Zhang et al., Evaluating Web Search with a Bejeweled Player Model, SIGIR 2017",
        "Zhang, Fan and Liu, Yiqun and Li, Xin and Zhang, Min and Xu, Yinghui and Ma, Shaoping",
        "Evaluating Web Search with a {Bejeweled} Player Model",
        SIGIR.format("40th"),
        2017,
        "425--434",
    ),
    "moffat-2012": _paper(
        "Moffat, Scholer and Thomas, Models and Metrics: IR Evaluation as a User Process, ADCS 2012",
        "Moffat, Alistair and Scholer, Falk and Thomas, Paul",
        "Models and Metrics: {IR} Evaluation as a User Process",
        "Proceedings of the Seventeenth Australasian Document Computing Symposium",
        2012,
        "47--54",
    ),
    "bailey-2015": _paper(
        "Bailey, Moffat, Scholer and Thomas, User Variability and IR System Evaluation, SIGIR 2015",
        "Bailey, Peter and Moffat, Alistair and Scholer, Falk and Thomas, Paul",
        "User Variability and {IR} System Evaluation",
        SIGIR.format("38th"),
        2015,
        "625--634",
    ),
    "azzopardi-2021": _paper(
        "Azzopardi, Mackenzie and Moffat, ERR is not C/W/L, ICTIR 2021",
        "Azzopardi, Leif and Mackenzie, Joel and Moffat, Alistair",
        "{ERR} is not {C/W/L}: Exploring the Relationship Between Expected Reciprocal Rank and Other Metrics",
        "Proceedings of the 2021 ACM SIGIR International Conference on Theory of Information Retrieval",
        2021,
        "231--237",
    ),
    "azzopardi-2019": _paper(
        "cwl-eval",
        "Azzopardi, Leif and Thomas, Paul and Moffat, Alistair",
        "cwl\\_eval: An Evaluation Tool for Information Retrieval",
        SIGIR.format("42nd"),
        2019,
        "1321--1324",
    ),
    "buckley-2004": _paper(
        "Buckley and Voorhees, Retrieval Evaluation with Incomplete Information, SIGIR 2004",
        "Buckley, Chris and Voorhees, Ellen M.",
        "Retrieval Evaluation with Incomplete Information",
        SIGIR.format("27th Annual"),
        2004,
        "25--32",
    ),
    "yilmaz-2006": _paper(
        "Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, CIKM 2006",
        "Yilmaz, Emine and Aslam, Javed A.",
        "Estimating Average Precision with Incomplete and Imperfect Judgments",
        CIKM.format("15th", "International "),
        2006,
        "102--111",
    ),
    "rijsbergen-1979": _book(
        "van Rijsbergen, Information Retrieval, 1979",
        "{van Rijsbergen}, C. J.",
        "Information Retrieval",
        "Butterworths",
        1979,
        edition="Second",
    ),
    "clarke-2021": _article(
        "Clarke, Vtyurina and Smucker, Assessing Top-k Preferences, ACM TOIS 39(3), 2021",
        "Clarke, Charles L. A. and Vtyurina, Alexandra and Smucker, Mark D.",
        "Assessing Top-k Preferences",
        TOIS,
        2021,
        "39(3)",
        "33:1--33:21",
    ),
    "carterette-2008": _paper(
        "Carterette, Bennett, Chickering and Dumais, Here or There: Preference Judgments for Relevance, ECIR 2008",
        "Carterette, Ben and Bennett, Paul N. and Chickering, David Maxwell and Dumais, Susan T.",
        "Here or There: Preference Judgments for Relevance",
        ECIR.format("30th"),
        2008,
        "16--27",
    ),
    "mcsherry-2008": _paper(
        "McSherry and Najork, Computing Information Retrieval Performance Measures Efficiently in the Presence of Tied "
        "Scores, ECIR 2008",
        "McSherry, Frank and Najork, Marc",
        "Computing Information Retrieval Performance Measures Efficiently in the Presence of Tied Scores",
        ECIR.format("30th"),
        2008,
        "414--421",
    ),
    "macavaney-2022": _paper(
        "ir_measures",
        "MacAvaney, Sean and Macdonald, Craig and Ounis, Iadh",
        "Streamlining Evaluation with ir-measures",
        ECIR.format("44th"),
        2022,
        "305--310",
    ),
    "bassani-2022": _paper(
        "ranx",
        "Bassani, Elias",
        "ranx: A Blazing-Fast {Python} Library for Ranking Evaluation and Comparison",
        ECIR.format("44th"),
        2022,
        "259--264",
    ),
    "trec_eval": _program(
        "trec_eval",
        "{National Institute of Standards and Technology}",
        f"trec\\_eval, version {TREC_EVAL}",
        2024,
        "https://github.com/usnistgov/trec_eval",
    ),
    "burges-2005": _paper(
        "Burges et al., Learning to Rank Using Gradient Descent, ICML 2005",
        "Burges, Chris and Shaked, Tal and Renshaw, Erin and Lazier, Ari and Deeds, Matt and Hamilton, Nicole "
        "and Hullender, Greg",
        "Learning to Rank Using Gradient Descent",
        "Proceedings of the 22nd International Conference on Machine Learning",
        2005,
        "89--96",
    ),
    "student-1908": _article(
        "Student, The Probable Error of a Mean, Biometrika 6(1), 1908",
        "{Student}",
        "The Probable Error of a Mean",
        "Biometrika",
        1908,
        "6(1)",
        "1--25",
    ),
    "fisher-1935": _book(
        "Fisher, The Design of Experiments, 1935",
        "Fisher, Ronald A.",
        "The Design of Experiments",
        "Oliver and Boyd",
        1935,
    ),
    "wilcoxon-1945": _article(
        "Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1(6), 1945",
        "Wilcoxon, Frank",
        "Individual Comparisons by Ranking Methods",
        "Biometrics Bulletin",
        1945,
        "1(6)",
        "80--83",
    ),
    "dixon-1946": _article(
        "Dixon and Mood, The Statistical Sign Test, JASA 41(236), 1946",
        "Dixon, W. J. and Mood, A. M.",
        "The Statistical Sign Test",
        "Journal of the American Statistical Association",
        1946,
        "41(236)",
        "557--566",
    ),
    "efron-1993": _book(
        "Efron and Tibshirani, An Introduction to the Bootstrap, 1993",
        "Efron, Bradley and Tibshirani, Robert J.",
        "An Introduction to the Bootstrap",
        "Chapman and Hall",
        1993,
    ),
    "holm-1979": _article(
        "Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6(2), 1979",
        "Holm, Sture",
        "A Simple Sequentially Rejective Multiple Test Procedure",
        "Scandinavian Journal of Statistics",
        1979,
        "6(2)",
        "65--70",
    ),
    "benjamini-1995": _article(
        "Benjamini and Hochberg, Controlling the False Discovery Rate, JRSS B 57(1), 1995",
        "Benjamini, Yoav and Hochberg, Yosef",
        "Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing",
        "Journal of the Royal Statistical Society: Series B (Methodological)",
        1995,
        "57(1)",
        "289--300",
    ),
    "dunn-1961": _article(
        "Dunn, Multiple Comparisons Among Means, JASA 56(293), 1961",
        "Dunn, Olive Jean",
        "Multiple Comparisons Among Means",
        "Journal of the American Statistical Association",
        1961,
        "56(293)",
        "52--64",
    ),
    "smucker-2007": _paper(
        "Smucker, Allan and Carterette, A Comparison of Statistical Significance Tests for Information "
        "Retrieval Evaluation, CIKM 2007",
        "Smucker, Mark D. and Allan, James and Carterette, Ben",
        "A Comparison of Statistical Significance Tests for Information Retrieval Evaluation",
        CIKM.format("16th", ""),
        2007,
        "623--632",
    ),
    "urbano-2019": _paper(
        "Urbano, Lima and Hanjalic, Statistical Significance Testing in Information Retrieval: An Empirical "
        "Analysis of Type I, Type II and Type III Errors, SIGIR 2019",
        "Urbano, Julián and Lima, Harlley and Hanjalic, Alan",
        "Statistical Significance Testing in Information Retrieval: An Empirical Analysis of Type {I}, Type {II} and "
        "Type {III} Errors",
        SIGIR.format("42nd"),
        2019,
        "505--514",
    ),
    "carterette-2012": _article(
        "Carterette, Multiple Testing in Statistical Analysis of Systems-Based Information Retrieval "
        "Experiments, ACM TOIS 30(1), 2012",
        "Carterette, Benjamin A.",
        "Multiple Testing in Statistical Analysis of Systems-Based Information Retrieval Experiments",
        TOIS,
        2012,
        "30(1)",
        "4:1--4:34",
    ),
    "sakai-2018": _book(
        "Sakai, Laboratory Experiments in Information Retrieval: Sample Sizes, Effect Sizes, and Statistical "
        "Power, Springer 2018",
        "Sakai, Tetsuya",
        "Laboratory Experiments in Information Retrieval: Sample Sizes, Effect Sizes, and Statistical Power",
        "Springer",
        2018,
    ),
}
"""Key -> work. The keys are BibTeX's, and what rows of the table of measures name as their sources."""

SIGNS = {"ä": '{\\"a}', "ö": '{\\"o}', "ü": '{\\"u}', "á": "{\\'a}"}
"""As BibTeX of any age reads them."""


def sources_text(keys: str) -> str:
    """The works behind these keys, which are parted by blanks: `Robertson, On GMAP, CIKM 2006; trec_eval`."""
    return "; ".join(WORKS[key].short for key in keys.split())


def bibtex(key: str) -> str:
    """The work's entry."""
    work = WORKS[key]
    fields = [f"  {name:<12} = {{{_escaped(value)}}}" for name, value in work.fields.items()]
    return f"@{work.kind}{{{key},\n" + ",\n".join(fields) + "\n}\n"


def _escaped(text: str) -> str:
    return "".join(SIGNS.get(sign, sign) for sign in text)
