import Bench
