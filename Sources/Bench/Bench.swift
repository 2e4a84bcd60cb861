import Scoring
